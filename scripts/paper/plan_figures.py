"""Figures 9 and 10 of the paper: addresses over the order, pipes over time."""

from paper import tables
from paper.svg import Scale, Svg, legend, x_axis
from paper.trace_file import TIERS

SHADES = 8
MOST_BOXES = 20000  # of a heatmap; beyond that only every so-manieth residency is drawn
PIPES = ("MTE2", "MTE1", "CUBE", "FIXP", "VECTOR", "MTE3")
COLUMNS = 420  # of a Gantt chart seen as a whole
LEVELS = 5
IN_DETAIL = 150  # nodes, about, of its lower half


def heatmap(case, trace, plans, capacities):
    """plans = [(method, Plan)], one above the other; time is the position in the order."""
    tiers = [t for t in TIERS if any(b.tier == t for b in trace.buffers.values())]
    heights = {t: 90 if capacities[t] >= 1024 else 34 for t in tiers}
    block = sum(heights.values()) + 8 * len(tiers) + 62
    svg = Svg(1000, block * len(plans) + 6, f"Figure 9: addresses of {case}")
    svg.text(796, 16, "first in the trace", "end", "small")
    for shade in range(SHADES):
        svg.rect(802 + 19 * shade, 7, 19, 10, f"h{shade}")
    svg.text(960, 16, "last", kind="small")
    rank = {number: i for i, number in enumerate(sorted(trace.buffers, key=lambda b: trace.buffers[b].alloc))}
    for p, (method, plan) in enumerate(plans):
        top = 16 + block * p
        svg.text(4, top, f"{case}, {method}: {len(plan.spills):,} spills", kind="small strong")
        x = Scale(0, len(plan.order), 90, 985)
        frames, y = {}, top + 8
        for tier in tiers:
            frames[tier] = Scale(0, capacities[tier], y + heights[tier], y)
            svg.rect(90, y, 895, heights[tier], "frame")
            svg.text(84, y + 9, f"{capacities[tier]:,}", "end", "small")
            svg.text(84, y + heights[tier], "0", "end", "small")
            svg.text(36, y + heights[tier] / 2 + 4, tier, "end", "small strong")
            y += heights[tier] + 8
        boxes = {}
        residencies = list(plan.residencies(trace))
        for r in residencies[::len(residencies) // MOST_BOXES + 1]:
            buffer = trace.buffers[r.buffer]
            frame = frames[buffer.tier]
            shade = rank[r.buffer] * SHADES // len(rank)
            boxes.setdefault(shade, []).append((x(r.opened), frame(r.offset + buffer.size), x(r.closed) - x(r.opened),
                                                frame(r.offset) - frame(r.offset + buffer.size)))
        for shade, some in sorted(boxes.items()):
            # An edge keeps neighbours apart, but would hide what is narrower than itself.
            svg.boxes([box for box in some if min(box[2:]) <= 2], f"h{shade}")
            svg.boxes([box for box in some if min(box[2:]) > 2], f"h{shade} edge")
        x_axis(svg, x, y - 4, "position in the order")
    return svg.markup()


def kind_of(op):
    return "c1" if op in ("SPILL_OUT", "SPILL_IN") else "c0"


def whole(svg, nodes, x, top, pipes, columns):
    """Busy part of each column of each pipe, as heights; spills apart from other work."""
    width = (x.high - x.low) / columns
    for row, pipe in enumerate(pipes):
        y = top + 20 * row
        svg.text(x.start - 6, y + 12, pipe, "end", "small")
        svg.rect(x.start, y, x.end - x.start, 16, "frame")
        busy = {"c0": [0.0] * (columns + 1), "c1": [0.0] * (columns + 1)}
        for at_pipe, op, start, end in nodes:
            if at_pipe != pipe:
                continue
            column = int(start / width)
            while start < end and column <= columns:
                until = min(end, (column + 1) * width)
                busy[kind_of(op)][column] += max(until - start, 0)
                start, column = until, column + 1
        step = (x.end - x.start) / columns
        for kind, parts in busy.items():
            boxes = []
            for column in range(columns):
                part = parts[column] / width
                height = 16 * (int(part * LEVELS + 0.5) or int(part > 0.01)) / LEVELS
                if height:
                    # Spills grow from the top, other work from the bottom, so that both can be seen.
                    boxes.append((x.start + column * step, y if kind == "c1" else y + 16 - height, step, height))
            svg.boxes(merged(boxes), kind)


def merged(boxes):
    """Joins neighbours of equal height."""
    done = []
    for x, y, w, h in boxes:
        if done and abs(done[-1][0] + done[-1][2] - x) < 1e-6 and done[-1][1] == y and done[-1][3] == h:
            done[-1] = (done[-1][0], y, done[-1][2] + w, h)
        else:
            done.append((x, y, w, h))
    return done


def detail(svg, nodes, x, top, pipes):
    for row, pipe in enumerate(pipes):
        y = top + 20 * row
        svg.text(x.start - 6, y + 12, pipe, "end", "small")
        svg.rect(x.start, y, x.end - x.start, 16, "frame")
        boxes = {}
        for at_pipe, op, start, end in nodes:
            if at_pipe == pipe and end > x.low and start < x.high:
                left, right = x(max(start, x.low)), x(min(end, x.high))
                boxes.setdefault(kind_of(op), []).append((left, y + 1, max(right - left - 0.4, 0.4), 14))
        for kind, some in boxes.items():
            svg.boxes(some, kind)


def busy_parts(nodes, makespan):
    busy = {}
    for pipe, _, start, end in nodes:
        busy[pipe] = busy.get(pipe, 0) + end - start
    return {pipe: 100 * cycles / makespan for pipe, cycles in busy.items()}


def gantt(case, runs):
    """runs = [(title, nodes)], before and after CPE, on the same axis of time."""
    pipes = [p for p in PIPES if any(n[0] == p for _, nodes in runs for n in nodes)]
    longest = max(n[3] for _, nodes in runs for n in nodes)
    lane = 20 * len(pipes)
    block = lane + 60
    svg = Svg(1000, 2 * block * len(runs) + 20, f"Figure 10: Gantt charts of {case}")
    legend(svg, 70, 12, ["operations", "SPILL_OUT, SPILL_IN"], ["c0", "c1"])
    middle = longest / 3
    span = longest * IN_DETAIL / max(1, len(runs[0][1]))
    top = 34
    for title, nodes in runs:
        end = max(n[3] for n in nodes)
        parts = ", ".join(f"{p} {v:.0f}%" for p, v in sorted(busy_parts(nodes, end).items(), key=lambda i: -i[1])[:3])
        svg.text(70, top, f"{case}, {title}: {tables.number(end)} cycles; busiest pipes {parts}", kind="small strong")
        x = Scale(0, longest, 70, 985)
        whole(svg, nodes, x, top + 8, pipes, COLUMNS)
        svg.line(x(end), top + 4, x(end), top + 8 + lane, "mark")
        x_axis(svg, x, top + 10 + lane, "time [cycles]", most=10)
        top += block
    for title, nodes in runs:
        x = Scale(middle, middle + span, 70, 985)
        svg.text(70, top, f"{title}, {tables.number(round(span))} cycles from {tables.number(round(middle))} on",
                 kind="small strong")
        detail(svg, nodes, x, top + 8, pipes)
        x_axis(svg, x, top + 10 + lane, "time [cycles]", most=10)
        top += block
    return svg.markup()
