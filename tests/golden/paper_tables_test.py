#!/usr/bin/env python3
"""scripts/paper_tables on the shipped traces with two methods: files, a known ratio, refusals.

Usage: paper_tables_test.py SCRIPT PROGRAM TRACE_DIR OUT
"""

import csv
import pathlib
import shutil
import subprocess
import sys

FILES = ("paper.html", "table2.csv", "table4.csv", "averages.csv", "results.csv")


def run(script, *arguments):
    return subprocess.run([sys.executable, script, *map(str, arguments)], text=True, capture_output=True)


def expect(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def main():
    script, program, traces, out = sys.argv[1:]
    if "matplotlib is missing" in run(script, "--help").stderr:
        print("skipped: matplotlib is missing; scripts/setup test installs it")
        sys.exit(77)
    out = pathlib.Path(out)
    shutil.rmtree(out, ignore_errors=True)

    done = run(script, traces, "--program", program, "--out", out, "--methods", "base", "dan-no-cpe")
    expect(done.returncode == 0, f"status {done.returncode}, not 0\n{done.stderr}")
    for name in FILES:
        expect((out / name).is_file(), f"no {name} in --out")
    expect("## Table 2" in done.stdout, "no Table 2 on standard output")
    page = (out / "paper.html").read_text(encoding="utf-8")
    expect(page.count("<svg") >= 6 and page.endswith("</html>\n"), "paper.html lacks figures or its end")

    # Base over base is 1 in every column of ours, and these traces are not the paper's.
    with open(out / "table2.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["method"] == "base"]
    names = sorted(row["workload"] for row in rows)
    expect(names == ["conv-2-bands", "flash-attention-2x3", "matmul-4x4x4"], f"base rows of {names}")
    for row in rows:
        expect(row["peak / base, ours"] == "1.000" and row["peak / base, paper"] == "", f"row {row}")

    empty = out / "empty"
    empty.mkdir()
    for what, arguments in (("no such folder", (out / "absent", "--program", program)),
                            ("no traces", (empty, "--program", program)),
                            ("cannot run", (traces, "--program", out / "absent")),
                            ("not a method", (traces, "--program", program, "--methods", "dam"))):
        done = run(script, *arguments, "--out", out)
        expect(done.returncode == 2, f"{what}: status {done.returncode}, not 2\n{done.stderr}")
        expect(what in done.stderr and "Traceback" not in done.stderr, f"{what}: said {done.stderr}")


if __name__ == "__main__":
    main()
