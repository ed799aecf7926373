"""Runs the simulator and keeps what it says."""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import time

from paper import published

OBJECTIVES = ("traffic", "makespan", "balanced")  # of the method `best`


def stop(message, status=2):
    print(f"paper_tables: {message}", file=sys.stderr)
    sys.exit(status)


def say(message):
    print(message, file=sys.stderr, flush=True)


@dataclasses.dataclass
class Result:
    peak: int        # units, over all five tiers
    peak_l1_ub: int  # units
    extra_ddr: int   # units
    spills: int
    makespan: int    # cycles
    seconds: float   # of the whole command


class Program:
    def __init__(self, path, config):
        self.path = str(path)
        self.config = str(config)
        self.methods = self.listed_methods()

    def run(self, *arguments):
        """Standard output, or None where the program refuses (status 1: the plan does not fit)."""
        done = subprocess.run([self.path, *arguments], text=True, capture_output=True)
        if done.returncode == 1:
            say(f"  refused: {done.stderr.strip()}")
            return None
        if done.returncode != 0:
            stop(f"{' '.join([self.path, *arguments])}: status {done.returncode}\n{done.stderr.strip()}",
                 done.returncode if done.returncode > 0 else 4)
        return done.stdout

    def listed_methods(self):
        """Names under `--method` in the program's own help, so that a new method needs no change here;
        `best` once for each objective it can be given."""
        try:
            text = self.run("schedule", "--help")
        except OSError as error:
            stop(f"cannot run {self.path}: {error.strerror}; build the simulator or name it with --program")
        part = re.search(r"--method TEXT(.*?)\n  --", text, re.DOTALL)
        names = re.findall(r"^ {8,}([a-z][a-z0-9-]*): ", part.group(1), re.MULTILINE) if part else []
        if "base" not in names:
            stop(f"{self.path}: `schedule --help` lists no method `base`; is this systole?")
        found = []
        for name in names:
            if name == "best" and "--objective" in text:
                found += [f"best/{objective}" for objective in OBJECTIVES]
            else:
                found.append(name)
        return found

    def config_values(self, trace, plans):
        """The resolved configuration, as the program echoes it."""
        out = self.run("schedule", self.config, str(trace), "--method", "base", "--out", str(plans / "timed"),
                       "--json", "--quiet")
        return json.loads(out)["config_values"] if out else stop("base was refused; nothing to compare with", 1)

    def schedule(self, trace, label, folder, *options):
        method, _, objective = label.partition("/")
        if objective:
            options = ("--objective", objective, *options)
        folder.mkdir(parents=True, exist_ok=True)
        start = time.perf_counter()
        out = self.run("schedule", self.config, str(trace), "--method", method, *options, "--out", str(folder),
                       "--json", "--quiet")
        seconds = time.perf_counter() - start
        if out is None:
            return None
        data = json.loads(out)
        return Result(data["peak_all"], data["peak_l1_ub"], data["extra_ddr"], data["spills"],
                      data["makespan"], seconds)


def find_traces(folder):
    """Case name -> file: the paper's traces in its order where there are any, else all of the folder."""
    if not folder.is_dir():
        stop(f"{folder}: no such folder; it should hold traces, x.json or x_Nodes.csv with x_Edges.csv")
    found = {}
    for path in sorted(folder.glob("*_Nodes.csv")):
        found[path.name[:-len("_Nodes.csv")]] = path
    for path in sorted(folder.glob("*.json")):
        found[path.stem] = path
    if not found:
        stop(f"{folder}: no traces in it; looked for x.json and x_Nodes.csv")
    known = {case: found[case] for case in published.TRACES if case in found}
    return known or found


def measure(program, traces, labels, plans):
    """results[case][label]; one after the other, because the seconds are printed."""
    results = {}
    for case, path in traces.items():
        results[case] = {}
        for label in labels:
            result = program.schedule(path, label, plan_folder(plans, label))
            results[case][label] = result
            if result:
                say(f"  {case} {label}: peak {result.peak:,}, {result.spills:,} spills, extra DDR "
                    f"{result.extra_ddr:,} units, {result.makespan:,} cycles; {result.seconds:.2f} s")
    return results


def plan_folder(plans, label):
    return plans / label.replace("/", "-")


def each(function, jobs):
    """All results of function(*job), in the order of the jobs; for runs whose seconds nobody prints."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        return list(pool.map(lambda job: function(*job), jobs))


def compile_seconds(program, path, plans, repeats):
    """Least wall seconds of commands that hold ever more of DAN."""
    scratch = plans / "timed"
    scratch.mkdir(parents=True, exist_ok=True)
    commands = {"read": ("trace", "check", str(path), "--quiet")}
    for method in ("mpas", "dan-no-cpe", "dan"):
        commands[method] = ("schedule", program.config, str(path), "--method", method, "--out", str(scratch),
                            "--json", "--quiet")
    seconds = {}
    for name, command in commands.items():
        for _ in range(repeats):
            start = time.perf_counter()
            if program.run(*command) is None:
                return None
            seconds[name] = min(seconds.get(name, 1e9), time.perf_counter() - start)
    return seconds


def ops_csv(program, path, method, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    out = program.run("run", program.config, str(path), "--schedule", method, "--contention", "off", "--out",
                      str(folder), "--json", "--quiet")
    return None if out is None else folder / "ops.csv"
