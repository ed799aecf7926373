# shellcheck shell=bash
# Sourced by the scripts beside it. The caller has set -euo pipefail and stands in the root of the
# repository.

cpus() {
    nproc 2>/dev/null || getconf _NPROCESSORS_ONLN
}

# phase NAME COMMAND...: runs the command with its output in build/logs/NAME.log, prints one line
# with its time and, on failure, the end of the log; returns the command's status.
phase() {
    local name=$1 t0=$SECONDS status=0
    shift
    mkdir -p build/logs
    local log=build/logs/${name// /_}.log
    printf '%-32s ' "$name"
    "$@" >"$log" 2>&1 </dev/null || status=$?
    if [ "$status" -ne 0 ]; then
        printf 'FAILED (status %d, %d s). The end of %s:\n' "$status" $((SECONDS - t0)) "$log"
        tail -n 60 "$log"
        return "$status"
    fi
    printf 'ok %6d s\n' $((SECONDS - t0))
}
