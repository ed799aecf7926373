"""Runs a plan referee script on many plans in one process.

usage: referee_many.py CHECK_PLAN.py JOBS
JOBS holds one command line of the script per line, words separated by tabs. Prints one line per job: the exit
status, a tab, and the last line of the script's standard output.
"""
import contextlib
import io
import sys


def main():
    script, jobs = sys.argv[1:3]
    with open(script) as f:
        code = compile(f.read(), script, "exec")
    with open(jobs) as f:
        for line in f:
            sys.argv = [script] + line.rstrip("\n").split("\t")
            out = io.StringIO()
            status = 0
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                try:
                    exec(code, {"__name__": "__main__"})
                except SystemExit as e:
                    status = e.code or 0
            lines = out.getvalue().strip().split("\n")
            print(f"{status}\t{lines[-1]}")


main()
