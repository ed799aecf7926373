"""Readers of the files the figures draw: traces, plans, node times."""

import csv
import dataclasses
import json
import pathlib

TIERS = ("L1", "UB", "L0A", "L0B", "L0C")


@dataclasses.dataclass
class Buffer:
    tier: str
    size: int
    alloc: int = -1  # node ids
    free: int = -1


class Trace:
    def __init__(self, path):
        path = pathlib.Path(path)
        if path.suffix == ".json":
            data = json.loads(path.read_text(encoding="utf-8"))
            self.nodes, self.edges = data["Nodes"], len(data["Edges"])
        else:
            self.nodes = [csv_node(row) for row in csv.DictReader(path.open(encoding="utf-8", newline=""))]
            edges = path.with_name(path.name.replace("_Nodes.csv", "_Edges.csv"))
            self.edges = sum(1 for line in edges.open(encoding="utf-8") if line.strip()) - 1
        self.buffers = {}
        self.ops = {}  # name -> count
        for node in self.nodes:
            self.ops[node["Op"]] = self.ops.get(node["Op"], 0) + 1
            if node["Op"] == "ALLOC":
                self.buffers.setdefault(node["BufId"], Buffer(node["Type"], node["Size"])).alloc = node["Id"]
            elif node["Op"] == "FREE":
                self.buffers.setdefault(node["BufId"], Buffer(node["Type"], node["Size"])).free = node["Id"]


def csv_node(row):
    node = {"Id": int(row["Id"]), "Op": row["Op"]}
    for key in ("BufId", "Size", "Cycles"):
        if row[key]:
            node[key] = int(row[key])
    node["Type"], node["Pipe"] = row["Type"], row["Pipe"]
    return node


@dataclasses.dataclass
class Residency:
    buffer: int
    offset: int
    opened: int  # positions of the order
    closed: int


class Plan:
    """The three files that `systole schedule --out` writes."""

    def __init__(self, folder, case):
        folder = pathlib.Path(folder)
        self.order = [int(line) for line in lines(folder / f"{case}_schedule.txt")]
        self.offsets = dict(pairs(folder / f"{case}_memory.txt"))
        self.spills = list(pairs(folder / f"{case}_spill.txt"))

    def positions(self):
        return {node: at for at, node in enumerate(self.order)}

    def residencies(self, trace):
        at = self.positions()
        moves = {}
        for k, (buffer, offset) in enumerate(self.spills):
            out = len(trace.nodes) + 2 * k
            moves.setdefault(buffer, []).append((at[out], at[out + 1], offset))
        for number, buffer in trace.buffers.items():
            opened, offset = at[buffer.alloc], self.offsets[number]
            for left, back, moved_to in sorted(moves.get(number, ())):
                yield Residency(number, offset, opened, left)
                opened, offset = back, moved_to
            yield Residency(number, offset, opened, at[buffer.free])


def lines(path):
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def pairs(path):
    for line in lines(path):
        left, right = line.split(":")
        yield int(left), int(right)


def node_times(path):
    """(pipe, operation, start, end) of every node of an ops.csv that runs on a pipe and takes time."""
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["pipe"] and row["start"] != row["end"]:
                yield row["pipe"], row["op"], int(row["start"]), int(row["end"])
