"""Figures 5 to 8 and 11 of the paper: workloads, weights of stage 1, spills, compile time."""

from paper import published, tables
from paper.svg import Scale, Svg, legend, x_axis, y_axis, short

# Weights of pressure, criticality and input order in the priority of MPAS.
WEIGHTS = (
    ("memory first (equation 21)", 0, 0, 0), ("memory alone", 1, 0, 0), ("criticality alone", 0, 1, 0),
    ("order alone (default)", 0, 0, 1), ("memory, criticality", 1, 1, 0), ("memory, order", 1, 0, 1),
    ("criticality, order", 0, 1, 1), ("balanced", 1, 1, 1), ("memory heavy", 2, 1, 1),
    ("criticality heavy", 1, 2, 1), ("order heavy", 1, 1, 2),
)


def weight_options(weights, all_tiers):
    keys = ("memory_weight", "criticality_weight", "order_weight")
    options = [x for key, value in zip(keys, weights) for x in ("-D", f"schedule.mpas.{key}={value}")]
    return options + ["-D", f"schedule.mpas.all_tiers={'on' if all_tiers else 'off'}"]


def bars(svg, left, width, groups, series, title, kinds, log=True, bottom=230, top=24):
    """Groups of vertical bars; series = [(name, [value of each group])]."""
    high = max(max(values) for _, values in series)
    low = 10 ** (len(str(int(min(min(values) for _, values in series)))) - 1) if log else 0
    scale = Scale(low / 2 if log else 0, high * 1.2, bottom, top, log)
    y_axis(svg, scale, left, title, left + width)
    step = width / len(groups)
    bar = step * 0.8 / len(series)
    for i, group in enumerate(groups):
        for k, (name, values) in enumerate(series):
            x = left + step * (i + 0.1) + bar * k
            svg.rect(x, scale(values[i]), bar - 1, bottom - scale(values[i]), kinds[k],
                     f"{group}, {name}: {values[i]:,}")
        svg.text(left + step * (i + 0.5) + 4, bottom + 14, group, "end", "small", turn=-28)
    svg.line(left, bottom, left + width, bottom)


def structure(traces):
    cases = list(traces)
    svg = Svg(1000, 300, "Figure 5: nodes and edges, ALLOC and FREE events, operations")
    legend(svg, 60, 14, ["nodes", "edges"], ["c0", "c1"])
    bars(svg, 60, 240, cases, [("nodes", [len(t.nodes) for t in traces.values()]),
                               ("edges", [t.edges for t in traces.values()])], "count", ["c0", "c1"])
    legend(svg, 400, 14, ["ALLOC", "FREE"], ["c2", "c3"])
    bars(svg, 400, 240, cases, [("ALLOC", [t.ops.get("ALLOC", 0) for t in traces.values()]),
                                ("FREE", [t.ops.get("FREE", 0) for t in traces.values()])], "events", ["c2", "c3"])
    totals = {}
    for trace in traces.values():
        for op, count in trace.ops.items():
            if op not in ("ALLOC", "FREE"):
                totals[op] = totals.get(op, 0) + count
    names = sorted(totals, key=lambda op: (-totals[op], op))
    shown, rest = names[:7], names[7:]
    scale = Scale(0, 100, 230, 24)
    y_axis(svg, scale, 740, "% of the operations", 905)
    step = 165 / len(cases)
    for i, (case, trace) in enumerate(traces.items()):
        whole = sum(count for op, count in trace.ops.items() if op in totals)
        base = 0.0
        counts = [(op, trace.ops.get(op, 0)) for op in shown] + [("others", sum(trace.ops.get(op, 0) for op in rest))]
        for k, (op, count) in enumerate(counts):
            part = 100 * count / whole if whole else 0
            if part:
                svg.rect(740 + step * (i + 0.15), scale(base + part), step * 0.7, scale(base) - scale(base + part),
                         f"c{k}", f"{case}, {op}: {count:,} ({part:.1f}%)")
            base += part
        svg.text(740 + step * (i + 0.5) + 4, 244, case, "end", "small", turn=-28)
    for k, op in enumerate(shown + (["others"] if rest else [])):
        svg.rect(912, 30 + 18 * k, 10, 10, f"c{k}")
        svg.text(926, 39 + 18 * k, op, kind="small")
    return svg.markup()


def quantile(ordered, q):
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def memory(traces, plans_of):
    """plans_of[case] = [(method, Plan)]."""
    rows = max(250, sum(26 + 20 * len(plans) for plans in plans_of.values()))
    svg = Svg(1000, rows + 76, "Figure 6: sizes and lifetimes")
    legend(svg, 60, 14, list(traces), [f"c{i % 8}" for i in range(len(traces))])
    sizes = {case: sorted(b.size for b in trace.buffers.values()) for case, trace in traces.items()}
    bottom = min(rows + 34, 380)
    x = Scale(max(1, min(s[0] for s in sizes.values()) / 2), max(s[-1] for s in sizes.values()) * 2, 60, 440, True)
    y = Scale(0, 1, bottom, 34)
    x_axis(svg, x, bottom, "size of the buffer [units], logarithmic", 34)
    y_axis(svg, y, 60, "part of the ALLOCs", 440)
    for i, ordered in enumerate(sizes.values()):
        d = f"M{x.start:.1f} {y(0):.1f}"
        for k, size in enumerate(ordered):
            if k + 1 == len(ordered) or ordered[k + 1] != size:
                d += f"H{x(size):.1f}V{y((k + 1) / len(ordered)):.1f}"
        svg.path(d + f"H{x.end:.1f}", f"line l{i % 8}")
    high = max(len(trace.nodes) for trace in traces.values())
    x = Scale(1, high, 700, 980, True)
    row = 34
    for i, (case, plans) in enumerate(plans_of.items()):
        svg.text(530, row + 10, case, kind="small strong")
        for method, plan in plans:
            row += 20
            at = plan.positions()
            ordered = sorted(at[b.free] - at[b.alloc] for b in traces[case].buffers.values())
            low, q1, median, q3, top = (quantile(ordered, q) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
            svg.text(690, row + 10, method, "end", "small")
            svg.line(x(low), row + 6, x(top), row + 6, "whisker")
            svg.rect(x(q1), row, x(q3) - x(q1), 12, f"c{i % 8}",
                     f"{case}, {method}: 5% {low:,}, 25% {q1:,}, median {median:,}, 75% {q3:,}, 95% {top:,}, "
                     f"longest {ordered[-1]:,}")
            svg.line(x(median), row - 2, x(median), row + 14, "mark")
            svg.line(x(ordered[-1]), row + 2, x(ordered[-1]), row + 10, "whisker")
        row += 26
    x_axis(svg, x, row, "lifetime [positions of the order], logarithmic", 34)
    return svg.markup()


def two_lines(case):
    family, _, number = case.replace("FlashAttention", "FlashAtt.").partition("_")
    return (family, number) if len(family) <= 11 else (family[:11], family[11:22])


def weights(cases, peaks, bases):
    """peaks[(case, weights, all_tiers)] in units; None where the run was refused."""
    svg = Svg(1000, 80 + 22 * len(WEIGHTS), "Figure 7: weights of the priority of MPAS")
    width = min(76, 370 / len(cases))
    for block, all_tiers in enumerate((False, True)):
        left = 215 + block * (len(cases) * width + 20)
        svg.text(left, 12, "pressure of all five tiers" if all_tiers else "pressure of L1 and UB (the paper's)",
                 kind="small strong")
        for i, case in enumerate(cases):
            for k, part in enumerate(two_lines(case)):
                svg.text(left + width * (i + 0.5), 30 + 12 * k, part, "middle", "small")
        for k, (name, *triple) in enumerate(WEIGHTS):
            y = 48 + 22 * k
            if block == 0:
                svg.text(205, y + 14, f"{name} {triple[0]}:{triple[1]}:{triple[2]}", "end", "small")
            for i, case in enumerate(cases):
                peak, base = peaks[case, tuple(triple), all_tiers], bases[case]
                if peak is None or not base:
                    svg.text(left + width * (i + 0.5), y + 14, "-", "middle", "small")
                    continue
                part = peak / base
                shade = min(7, int(8 * min(part, 1)))
                svg.rect(left + width * i, y, width - 2, 20, f"h{shade}",
                         f"{case}, {name}: {peak:,} of {base:,} units")
                svg.text(left + width * (i + 0.5) - 1, y + 14, f"{100 * part:.1f}%", "middle",
                         f"small on{'dark' if shade > 3 else 'light'}")
    return svg.markup()


def traffic(study):
    cases = list(study.results)
    methods = study.methods
    height = 17 * len(methods) + 52
    svg = Svg(1000, 24 + height * len(cases), "Figure 8: spills and extra traffic of every method")
    legend(svg, 150, 13, ["ours", "ours, dan"], ["c0", "c1"])
    svg.line(320, 4, 320, 15, "mark")
    svg.text(326, 13, "where the paper's Table 2 would put the method: its ratio times our base", kind="small")
    for c, case in enumerate(cases):
        top = 30 + height * c
        svg.text(4, top + 6, case, kind="small strong")
        for k, (metric, unit) in enumerate((("spills", "spills [pairs]"), ("extra_ddr", "extra DDR traffic [units]"))):
            left = 150 + k * 430
            base = study.value(case, "base", metric) or 0
            values = [study.value(case, m, metric) or 0 for m in methods]
            x = Scale(0, max(values + [1]) * 1.02, left, left + 330)
            bottom = top + 12 + 17 * len(methods)
            svg.text(left, top + 6, unit, kind="small")
            for tick in x.ticks(5):
                svg.line(x(tick), top + 12, x(tick), bottom, "grid")
                svg.text(x(tick), bottom + 13, short(tick), "middle", "small")
            for i, method in enumerate(methods):
                y = top + 12 + 17 * i
                if k == 0:
                    svg.text(left - 6, y + 11, method, "end", "small")
                value = study.value(case, method, metric)
                if value is None:
                    svg.text(left + 4, y + 11, "refused", kind="small")
                    continue
                svg.rect(left, y + 2, x(value) - left, 12, "c1" if method == "dan" else "c0", f"{method}: {value:,}")
                svg.text(left + 395, y + 12, f"{value:,}", "end", "small")
                paper = published.TABLE_2.get(case, {}).get(method)
                if paper:
                    mark = x(base * float(paper[published.METRICS.index(metric)]))
                    svg.line(mark, y, mark, y + 16, "mark")
            svg.line(left, top + 12, left, bottom)
    return svg.markup()


STAGES = ("start, read and check the trace", "stages 1 and 2: MPAS, DLR; replay", "stage 3: CPE")


def compile_parts(seconds):
    """Seconds of STAGES; differences of whole commands, so none below 0."""
    both = max(seconds["dan-no-cpe"] - seconds["read"], 0.0)
    return seconds["read"], both, max(seconds["dan"] - seconds["dan-no-cpe"], 0.0)


def compile_table(times):
    head = ["workload", "trace check [s]", "mpas [s]", "dan-no-cpe [s]", "dan [s]", *[f"{s} [s]" for s in STAGES]]
    rows = []
    for case, seconds in times.items():
        rows.append([case, *(tables.fixed(seconds[k]) for k in ("read", "mpas", "dan-no-cpe", "dan")),
                     *(tables.fixed(part) for part in compile_parts(seconds))])
    return head, rows


def compile_time(times):
    svg = Svg(1000, 76 + 26 * len(times), "Figure 11: compile time")
    legend(svg, 170, 14, STAGES, ["c0", "c2", "c1"])
    x = Scale(0, max(sum(compile_parts(s)) for s in times.values()) * 1.1, 170, 940)
    bottom = 30 + 26 * len(times)
    x_axis(svg, x, bottom, "wall time of the command [s]", 24)
    for i, (case, seconds) in enumerate(times.items()):
        y, done = 28 + 26 * i, 0.0
        svg.text(162, y + 13, case, "end", "small")
        for name, part, kind in zip(STAGES, compile_parts(seconds), ("c0", "c2", "c1")):
            svg.rect(x(done), y, x(done + part) - x(done), 18, kind, f"{case}, {name}: {part:.3f} s")
            done += part
        svg.text(x(done) + 5, y + 13, f"{done:.2f} s", kind="small")
    return svg.markup()
