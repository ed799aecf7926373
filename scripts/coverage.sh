#!/usr/bin/env bash
# Builds the coverage preset, runs its tests and prints the line coverage of every source file and
# room of sim/ and arch/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

phase 'configure coverage' cmake --preset coverage
phase 'build coverage' cmake --build --preset coverage --parallel "$(cpus)"
find build/coverage -name '*.gcda' -delete
phase 'tests coverage' ctest --preset coverage --parallel "$(cpus)" -LE '^(slow|browser|lint)$'
# By the notes of the compiler (.gcno), so that a source that no test reaches counts with 0 %.
find build/coverage -name '*.gcno' -print0 |
    xargs -0 -r -n 1 gcov --json-format --stdout 2>/dev/null |
    python3 scripts/coverage_summary.py
