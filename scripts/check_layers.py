#!/usr/bin/env python3
"""Checks the #includes of sim/ and arch/ against the arrows that rooms may follow.

Usage: check_layers.py [ROOT]

A file belongs to the room of its folder; *_timing.{h,cpp} and *_standard.{h,cpp} under arch/, the
tables *.def there, which include nothing, and the files directly in sim/ are rooms of their own. A room may include itself and what ALLOWED names;
quoted includes are rooted at the repository; SystemC stays inside SYSTEMC. Exit 0: all arrows
allowed; 1: not.
"""

import pathlib
import re
import sys

EVERYTHING = None
STAGE = {"model", "ir", "config", "stats", "core"}

ALLOWED = {
    "core": set(),
    "arch tables": set(),
    "config": {"arch tables", "core"},
    "stats": {"core"},
    "ir": {"core"},
    "arch timing": {"arch tables", "config", "core"},
    "arch": {"arch tables", "arch timing", "config", "stats", "core"},
    "model": {"arch timing", "ir", "config", "core"},
    "load": STAGE,
    "lower": STAGE | {"arch timing"},
    "generate": {"ir", "config", "core"},
    "plan/dag": {"ir", "config", "core"},
    "plan/schedule": STAGE | {"plan/dag"},
    "plan/place": STAGE,
    "plan/baselines": STAGE | {"plan/dag", "plan/place"},
    "plan/search": STAGE | {"plan/dag", "plan/place"},
    "plan": STAGE | {"plan/dag", "plan/schedule", "plan/place", "plan/baselines", "plan/search"},
    "time": STAGE | {"arch", "arch timing"},
    "result": STAGE | {"arch", "arch timing", "plan/place"},
    "report": STAGE | {"arch", "arch timing", "plan/place", "result"},
    "report/files": STAGE | {"load", "report", "report/html", "result"},
    "report/html": STAGE | {"report", "result"},
    "run": STAGE
    | {"arch", "arch timing", "load", "lower", "plan", "plan/search", "result", "time"},
    "store": {"model", "ir", "config", "core"},
    "sweep": STAGE | {"load", "plan", "plan/place", "plan/search", "result", "run", "store"},
    "compare": {"model", "core", "report", "run", "store", "sweep"},
    "plot": {"core", "report/html", "store"},
    "cli": EVERYTHING,
    "main": EVERYTHING,
}
SYSTEMC = ("arch", "time")
SYSTEMC_FILES = ("sim/main.cpp",)

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def room_of(path):
    """The room of a file of the repository, given as a string from its root; None: no room."""
    parts = path.split("/")
    if parts[0] == "arch" and path.endswith(".def"):
        return "arch tables"
    if parts[0] == "arch":
        return "arch timing" if re.search(r"_(timing|standard)\.(h|cpp)$", path) else "arch"
    if parts[0] != "sim":
        return None
    if len(parts) == 2:
        return "main"
    if len(parts) > 3 and "/".join(parts[1:3]) in ALLOWED:
        return "/".join(parts[1:3])
    return parts[1]


def circle_among(allowed):
    """Rooms that reach themselves along the arrows, in the order of the walk; [] when none does."""
    done, path = set(), []

    def walk(room):
        if room in path:
            return path[path.index(room):] + [room]
        if room in done:
            return []
        path.append(room)
        for target in sorted(allowed[room] or ()):
            found = walk(target)
            if found:
                return found
        done.add(path.pop())
        return []

    for room in allowed:
        found = walk(room)
        if found:
            return found
    return []


def complaints_about(path, text):
    room = room_of(path)
    if room not in ALLOWED:
        yield 0, f"room '{room}' is not known; give it a row in ALLOWED"
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, angled = match.groups()
        if angled is not None:
            systemc = re.match(r"(systemc|tlm)", angled)
            if systemc and room not in SYSTEMC and path not in SYSTEMC_FILES:
                yield number, f"<{angled}> outside arch/, sim/time and sim/main.cpp"
            continue
        target = room_of(quoted)
        allowed = ALLOWED[room]
        if target is None:
            yield number, f'"{quoted}" is not rooted at the repository (sim/... or arch/...)'
        elif target != room and allowed is not EVERYTHING and target not in allowed:
            known = ", ".join(sorted(allowed)) or "nothing else"
            yield number, f"{room} may not include {target} (\"{quoted}\"); it may include {known}"


def main():
    default = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    files = sorted(
        f for top in ("sim", "arch") for ext in ("h", "cpp", "def") for f in (root / top).rglob(f"*.{ext}")
    )
    if not files:
        print(f"{root}: no sources under sim/ and arch/", file=sys.stderr)
        return 1
    bad = 0
    circle = circle_among(ALLOWED)
    if circle:
        print("ALLOWED has a circle: " + " -> ".join(circle))
        bad += 1
    for file in files:
        path = file.relative_to(root).as_posix()
        for line, message in complaints_about(path, file.read_text(encoding="utf-8")):
            print(f"{path}:{line}: {message}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
