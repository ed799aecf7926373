#!/usr/bin/env bash
# Finds absolute paths of somebody's machine in the files of the repository; status 1 if there are
# any, 77 (skipped) outside a git checkout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ "$(git rev-parse --show-toplevel 2>/dev/null)" != "$(pwd -P)" ]; then
    echo 'skipped: not a git checkout'
    exit 77
fi
status=0
git grep --untracked -nIE '(^|[^.A-Za-z0-9_$}])/(work|root|home|Users|builds)/[A-Za-z.]' || status=$?
case $status in
    0)
        echo 'these paths exist on one machine only'
        exit 1
        ;;
    1) ;;  # nothing found
    *) exit "$status" ;;
esac
