#!/usr/bin/env python3
"""Prints what the rooms of sim/ and arch/ hold, and what has outgrown its place.

Usage: room_table.py [REVISION]

A row per room: files, lines, and with REVISION (a git revision) the lines it had there. Below: the
files over 450 lines, the functions over 60, and the places outside sim/ir that compare an
operation's name.
"""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from check_layers import room_of  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE_LINES = 450
FUNCTION_LINES = 60
TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S
)
NOT_A_FUNCTION = re.compile(
    r"^\s*(namespace|class|struct|enum|union|extern|template\s*<[^{}]*>\s*(class|struct))\b"
)


def blanked(text):
    """The text with comments and literals replaced by blanks, lines kept."""
    return TOKENS.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def functions(text):
    """(first line, name, lines) of every function body that stands in a namespace or a class."""
    text = blanked(text)
    text = re.sub(
        r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.M
    )
    scopes = []  # True: a namespace or type, whose members are looked at
    start = 0  # of the declaration at hand
    found = []
    for i, c in enumerate(text):
        if c == ";" and (not scopes or scopes[-1] is True):
            start = i + 1
        elif c == "{":
            head = text[start:i]
            if (scopes and scopes[-1] is not True) or head.rstrip().endswith(("=", ",")):
                scopes.append(None)
            elif NOT_A_FUNCTION.match(head.strip() or "namespace"):
                scopes.append(True)
                start = i + 1
            else:
                first = start + len(head) - len(head.lstrip())
                scopes.append((text.count("\n", 0, first) + 1, head))
        elif c == "}" and scopes:
            scope = scopes.pop()
            if isinstance(scope, tuple):
                line, head = scope
                name = re.search(r"([\w:~]+)\s*\(", head)
                if name:
                    found.append((line, name.group(1), text.count("\n", 0, i) + 2 - line))
            if not scopes or scopes[-1] is True:
                start = i + 1
    return found


def sources_now():
    for top in ("sim", "arch"):
        for suffix in ("h", "cpp"):
            for file in (ROOT / top).rglob(f"*.{suffix}"):
                yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


def sources_at(revision):
    def git(*words):
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout

    for path in git("ls-tree", "-r", "--name-only", revision, "sim", "arch").splitlines():
        if path.endswith((".h", ".cpp")):
            yield path, git("show", f"{revision}:{path}")


def survey(sources):
    rooms, files, long_functions, names = {}, [], [], []
    for path, text in sorted(sources):
        lines = text.count("\n")
        room = room_of(path) or path
        count, total = rooms.get(room, (0, 0))
        rooms[room] = (count + 1, total + lines)
        if lines > FILE_LINES:
            files.append(f"{path}: {lines}")
        for line, name, length in functions(text):
            if length > FUNCTION_LINES:
                long_functions.append(f"{path}:{line}: {name}: {length}")
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(r'[!=]=\s*"COPY_(IN|OUT)"|find\("COPY_', line):
                names.append(f"{path}:{number}")
    return rooms, files, long_functions, names


def main():
    now = survey(sources_now())
    before = survey(sources_at(sys.argv[1])) if len(sys.argv) > 1 else None
    print(f"{'room':16}{'files':>7}{'lines':>8}" + (f"{'before':>9}" if before else ""))
    for room in sorted(set(now[0]) | set(before[0] if before else ())):
        count, lines = now[0].get(room, (0, 0))
        old = f"{before[0].get(room, (0, 0))[1]:9}" if before else ""
        print(f"{room:16}{count:7}{lines:8}{old}")
    total = sum(lines for _, lines in now[0].values())
    old = f"{sum(lines for _, lines in before[0].values()):9}" if before else ""
    print(f"{'all':16}{sum(c for c, _ in now[0].values()):7}{total:8}{old}")
    titles = (
        f"files over {FILE_LINES} lines",
        f"functions over {FUNCTION_LINES} lines",
        "places that compare COPY_IN or COPY_OUT",
    )
    for title, rows, old_rows in zip(titles, now[1:], before[1:] if before else [None] * 3):
        print(f"\n{title}: {len(rows)}" + (f" (before: {len(old_rows)})" if before else ""))
        for row in rows:
            print(f"  {row}")


if __name__ == "__main__":
    main()
