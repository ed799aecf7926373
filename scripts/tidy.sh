#!/usr/bin/env bash
# scripts/tidy.sh [FILE.cpp...]    runs clang-tidy with .clang-tidy over the files, or over all
#                                  sources that the release build compiles; status 1 on a finding
# BUILD=FOLDER takes the compile commands from another build folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

build=${BUILD:-build/release}
if [ ! -f "$build/compile_commands.json" ]; then
    echo "no $build/compile_commands.json: run cmake --preset release first" >&2
    exit 2
fi
if [ $# -gt 0 ]; then
    printf '%s\0' "$@"
else
    find sim arch tests -name '*.cpp' -not -path 'tests/fuzz/*' -not -path '*/node_modules/*' \
        -print0
fi | xargs -0 -r -n 1 -P "$(cpus)" clang-tidy --quiet -p "$build"
