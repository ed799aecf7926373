#!/usr/bin/env python3
"""Reads gcov's JSON documents, one a line, from stdin; prints line coverage per file and room."""

import collections
import json
import os
import sys


def main():
    root = os.getcwd() + os.sep
    lines = collections.defaultdict(dict)  # file -> line -> runs, over all objects it went into
    for document in sys.stdin:
        for source in json.loads(document)["files"]:
            path = os.path.abspath(source["file"])
            if not path.startswith((root + "sim" + os.sep, root + "arch" + os.sep)):
                continue
            seen = lines[path[len(root):]]
            for line in source["lines"]:
                number = line["line_number"]
                seen[number] = seen.get(number, 0) + line["count"]
    lines = {path: seen for path, seen in lines.items() if seen}
    if not lines:
        print("no coverage data for sim/ or arch/", file=sys.stderr)
        return 1

    rooms = collections.defaultdict(lambda: [0, 0])
    print(f"{'file':<48} {'lines':>7} {'covered':>8}")
    for path, seen in sorted(lines.items()):
        covered = sum(1 for runs in seen.values() if runs)
        print(f"{path:<48} {len(seen):>7} {covered / len(seen):>8.1%}")
        for room in (os.path.dirname(path), "total"):
            rooms[room][0] += len(seen)
            rooms[room][1] += covered
    print()
    for room, (total, covered) in sorted(rooms.items(), key=lambda row: row[0] == "total"):
        print(f"{room:<48} {total:>7} {covered / total:>8.1%}")
    return 0


sys.exit(main())
