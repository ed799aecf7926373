"""Figures 9 and 10 of the paper: addresses over the order, pipes over time."""

import numpy
from matplotlib import collections

from paper import tables
from paper.plotting import COLOURS, FRAME, INK, SHADES, panels, svg, thousands
from paper.trace_file import TIERS

PIPES = ("MTE2", "MTE1", "CUBE", "FIXP", "VECTOR", "MTE3")
COLUMNS = 420   # of a Gantt chart seen as a whole
IN_DETAIL = 150  # nodes, about, of its lower half
SPILLS = ("SPILL_OUT", "SPILL_IN")


def heatmap(case, trace, plans, capacities):
    """plans = [(method, Plan)], one above the other; time is the position in the order."""
    tiers = [t for t in TIERS if any(b.tier == t for b in trace.buffers.values())]
    heights = [2.4 if capacities[t] >= 1024 else 1 for t in tiers]
    figure, axes = panels(10.4, (0.38 * sum(heights) + 0.7) * len(plans), len(tiers) * len(plans), 1,
                          gridspec_kw={"height_ratios": heights * len(plans)})
    rank = {number: i for i, number in enumerate(sorted(trace.buffers, key=lambda b: trace.buffers[b].alloc))}
    for p, (method, plan) in enumerate(plans):
        lanes = dict(zip(tiers, axes[p * len(tiers):(p + 1) * len(tiers), 0]))
        boxes = {tier: ([], []) for tier in tiers}
        for r in plan.residencies(trace):
            buffer = trace.buffers[r.buffer]
            corners, colours = boxes[buffer.tier]
            low, high = r.offset, r.offset + buffer.size
            corners.append(((r.opened, low), (r.closed, low), (r.closed, high), (r.opened, high)))
            colours.append(SHADES[rank[r.buffer] * len(SHADES) // len(rank)])
        for tier, lane in lanes.items():
            corners, colours = boxes[tier]
            # Thousands of boxes: as an image, so that the page stays small.
            lane.add_collection(collections.PolyCollection(corners, facecolors=colours, edgecolors="none",
                                                           rasterized=True))
            lane.set(xlim=(0, len(plan.order)), ylim=(0, capacities[tier]), yticks=(0, capacities[tier]),
                     facecolor=FRAME)
            lane.set_ylabel(tier, rotation=0, ha="right", va="center", fontweight="bold")
            lane.tick_params(labelbottom=tier == tiers[-1])
            lane.grid(False)
            thousands(lane.xaxis)
        lanes[tiers[0]].set_title(f"{case}, {method}: {len(plan.spills):,} spills")
        lanes[tiers[-1]].set_xlabel("position in the order")
    return svg(figure, f"Figure 9: addresses of {case}; light: first in the trace, dark: last")


def shares(nodes, pipe, columns, width):
    """Busy part of each column of a pipe: {is spill: array}."""
    busy = {False: numpy.zeros(columns + 1), True: numpy.zeros(columns + 1)}
    for at_pipe, op, start, end in nodes:
        if at_pipe != pipe:
            continue
        column = int(start / width)
        while start < end and column <= columns:
            until = min(end, (column + 1) * width)
            busy[op in SPILLS][column] += max(until - start, 0)
            start, column = until, column + 1
    return {spill: part[:columns] / width for spill, part in busy.items()}


def lanes(axes, pipes):
    axes.set_yticks([i + 0.4 for i in range(len(pipes))], pipes)
    axes.set_ylim(len(pipes), -0.2)
    axes.grid(False, axis="y")
    axes.set_xlabel("time [cycles]")
    thousands(axes.xaxis)


def whole(axes, nodes, longest, pipes):
    """The run in COLUMNS columns; spills grow from the top, other work from the bottom."""
    width = longest / COLUMNS
    edges = numpy.arange(COLUMNS + 1) * width
    for row, pipe in enumerate(pipes):
        busy = shares(nodes, pipe, COLUMNS, width)
        axes.axhspan(row, row + 0.8, color=FRAME)
        axes.stairs(row + 0.8 - 0.8 * busy[False], edges, baseline=row + 0.8, fill=True, color=COLOURS[0])
        axes.stairs(row + 0.8 * busy[True], edges, baseline=row, fill=True, color=COLOURS[1])
    axes.axvline(max(n[3] for n in nodes), color=INK, linewidth=1.6)
    axes.set_xlim(0, longest)
    lanes(axes, pipes)


def detail(axes, nodes, low, high, pipes):
    for row, pipe in enumerate(pipes):
        axes.axhspan(row, row + 0.8, color=FRAME)
        for spill in (False, True):
            spans = [(max(start, low), min(end, high) - max(start, low)) for at_pipe, op, start, end in nodes
                     if at_pipe == pipe and end > low and start < high and (op in SPILLS) == spill]
            axes.broken_barh(spans, (row, 0.8), facecolors=COLOURS[spill], edgecolor="#ffffff", linewidth=0.3)
    axes.set_xlim(low, high)
    lanes(axes, pipes)


def busy_parts(nodes, makespan):
    busy = {}
    for pipe, _, start, end in nodes:
        busy[pipe] = busy.get(pipe, 0) + end - start
    return {pipe: 100 * cycles / makespan for pipe, cycles in busy.items()}


def gantt(case, runs):
    """runs = [(title, nodes)], before and after CPE, on the same axis of time."""
    pipes = [p for p in PIPES if any(n[0] == p for _, nodes in runs for n in nodes)]
    longest = max(n[3] for _, nodes in runs for n in nodes)
    middle, span = longest / 3, longest * IN_DETAIL / max(1, len(runs[0][1]))
    figure, axes = panels(10.4, (0.2 * len(pipes) + 0.75) * 2 * len(runs), 2 * len(runs), 1)
    for row, (title, nodes) in enumerate(runs):
        end = max(n[3] for n in nodes)
        parts = ", ".join(f"{p} {v:.0f}%" for p, v in sorted(busy_parts(nodes, end).items(), key=lambda i: -i[1])[:3])
        whole(axes[row, 0], nodes, longest, pipes)
        axes[row, 0].set_title(f"{case}, {title}: {tables.number(end)} cycles; busiest pipes {parts}")
        detail(axes[len(runs) + row, 0], nodes, middle, middle + span, pipes)
        axes[len(runs) + row, 0].set_title(
            f"{title}, {tables.number(round(span))} cycles from {tables.number(round(middle))} on")
    return svg(figure, f"Figure 10: Gantt charts of {case}; orange: SPILL_OUT, SPILL_IN")
