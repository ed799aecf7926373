#!/usr/bin/env bash
# scripts/format.sh check    says which C++ files clang-format would change; status 1 if any
# scripts/format.sh fix      formats them
# Status 77 (skipped) where there is no clang-format 14: other versions format differently.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

for tool in clang-format-14 clang-format none; do
    if [[ $("$tool" --version 2>/dev/null) == *'version 14.'* ]]; then
        break
    fi
done
if [ "$tool" = none ]; then
    echo 'skipped: clang-format 14 is not installed (scripts/setup dev)'
    exit 77
fi

# format OPTION...: clang-format over every C++ file of ours
format() {
    find sim arch tests \( -name '*.cpp' -o -name '*.h' \) -not -path '*/node_modules/*' -print0 |
        xargs -0 -r -n 64 "$tool" "$@"
}

case ${1:-check} in
    fix) format -i ;;
    check)
        if ! complaints=$(format --dry-run -Werror 2>&1); then
            echo 'clang-format would change these files (scripts/format.sh fix):'
            sed -n 's/^\([^: ]*\):[0-9].*/  \1/p' <<<"$complaints" | sort -u
            exit 1
        fi
        ;;
    *)
        sed -n '2,4s/^# //p' "$0"
        exit 2
        ;;
esac
