"""Figures 5 to 8 and 11 of the paper: workloads, weights of stage 1, spills, compile time."""

import numpy
from matplotlib import colors

from paper import published, tables
from paper.plotting import COLOURS, INK, SHADES, SOFT, panels, svg, thousands

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


def grouped_bars(axes, groups, series, colours):
    """Groups of vertical bars on a logarithmic axis; series = [(name, [value of each group])]."""
    width = 0.8 / len(series)
    for k, (name, values) in enumerate(series):
        axes.bar([i + (k + 0.5) * width - 0.4 for i in range(len(groups))], values, width * 0.95,
                 label=name, color=colours[k])
    least = min(min(values) for _, values in series)
    axes.set_yscale("log")
    axes.set_ylim(bottom=10 ** (len(str(int(least))) - 1) / 2)
    turned(axes, groups)
    axes.legend(ncols=len(series), loc="lower left", bbox_to_anchor=(0, 1))


def turned(axes, groups):
    axes.set_xticks(range(len(groups)), groups, rotation=28, ha="right", rotation_mode="anchor")
    axes.grid(False, axis="x")


def structure(traces):
    cases = list(traces)
    figure, ((counts, events, types),) = panels(10.4, 3.1, columns=3)
    grouped_bars(counts, cases, [("nodes", [len(t.nodes) for t in traces.values()]),
                                 ("edges", [t.edges for t in traces.values()])], COLOURS[:2])
    counts.set_ylabel("count")
    grouped_bars(events, cases, [("ALLOC", [t.ops.get("ALLOC", 0) for t in traces.values()]),
                                 ("FREE", [t.ops.get("FREE", 0) for t in traces.values()])], COLOURS[2:4])
    events.set_ylabel("events")
    operations(types, traces)
    return svg(figure, "Figure 5: nodes and edges, ALLOC and FREE events, operations")


def operations(axes, traces):
    """Operations by type, stacked to 100%: the seven most frequent and the others."""
    totals = {}
    for trace in traces.values():
        for op, count in trace.ops.items():
            if op not in ("ALLOC", "FREE"):
                totals[op] = totals.get(op, 0) + count
    names = sorted(totals, key=lambda op: (-totals[op], op))
    wholes = [sum(trace.ops.get(op, 0) for op in names) for trace in traces.values()]
    base = [0.0] * len(traces)
    for k, (label, ops) in enumerate([(op, [op]) for op in names[:7]] + [("others", names[7:])]):
        parts = [100 * sum(trace.ops.get(op, 0) for op in ops) / max(whole, 1)
                 for trace, whole in zip(traces.values(), wholes)]
        if any(parts):
            axes.bar(range(len(parts)), parts, 0.7, bottom=base, label=label, color=COLOURS[k])
            base = [x + part for x, part in zip(base, parts)]
    axes.set_ylabel("% of the operations")
    turned(axes, list(traces))
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))


def quantile(ordered, q):
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


def memory(traces, plans_of):
    """plans_of[case] = [(method, Plan)]."""
    orders = [(case, method, plan) for case, plans in plans_of.items() for method, plan in plans]
    figure, ((sizes, lives),) = panels(10.4, max(3.4, 0.25 * len(orders) + 0.9), columns=2)
    for i, (case, trace) in enumerate(traces.items()):
        ordered = sorted(b.size for b in trace.buffers.values())
        sizes.plot([ordered[0], *ordered], [k / len(ordered) for k in range(len(ordered) + 1)],
                   drawstyle="steps-post", label=case, color=COLOURS[i % 8], linewidth=1.6)
    sizes.set(xscale="log", xlabel="size of the buffer [units]", ylabel="part of the ALLOCs", ylim=(0, 1.01))
    sizes.legend(ncols=2, loc="lower left", bbox_to_anchor=(0, 1))
    boxes = []
    for case, method, plan in orders:
        at = plan.positions()
        ordered = sorted(at[b.free] - at[b.alloc] for b in traces[case].buffers.values())
        low, q1, median, q3, top = (quantile(ordered, q) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
        boxes.append({"label": f"{case}, {method}", "whislo": low, "q1": q1, "med": median, "q3": q3,
                      "whishi": top, "fliers": [ordered[-1]]})
    drawn = lives.bxp(boxes, vert=False, patch_artist=True, widths=0.6,
                      medianprops={"color": INK}, flierprops={"marker": "|", "markeredgecolor": SOFT})
    for box, (case, _, _) in zip(drawn["boxes"], orders):
        box.set(facecolor=COLOURS[list(traces).index(case) % 8], edgecolor="none")
    lives.invert_yaxis()
    lives.set(xscale="log", xlabel="lifetime [positions of the order]")
    return svg(figure, "Figure 6: sizes and lifetimes")


def weights(cases, peaks, bases):
    """peaks[(case, weights, all_tiers)] in units; None where the run was refused."""
    figure, (both,) = panels(10.4, 0.9 + 0.24 * len(WEIGHTS), columns=2, sharey=True)
    for axes, all_tiers in zip(both, (False, True)):
        parts = [[part_of(peaks[case, tuple(triple), all_tiers], bases[case]) for case in cases]
                 for _, *triple in WEIGHTS]
        axes.imshow(parts, cmap=colors.ListedColormap(SHADES), vmin=0, vmax=1, aspect="auto")
        for (row, column), part in numpy.ndenumerate(numpy.array(parts)):
            shown = "-" if numpy.isnan(part) else f"{100 * part:.1f}%"
            axes.text(column, row, shown, ha="center", va="center", color="#ffffff" if part > 0.5 else INK)
        axes.set_title("pressure of all five tiers" if all_tiers else "pressure of L1 and UB (the paper's)")
        axes.set_yticks(range(len(WEIGHTS)), [f"{name} {a}:{b}:{c}" for name, a, b, c in WEIGHTS])
        turned(axes, cases)
        axes.grid(False)
    return svg(figure, "Figure 7: weights of the priority of MPAS")


def part_of(peak, base):
    return float("nan") if peak is None or not base else peak / base


def traffic(study):
    cases, methods = list(study.results), study.methods
    metrics = (("spills", "spills [pairs]"), ("extra_ddr", "extra DDR traffic [units]"))
    figure, rows = panels(10.4, (0.17 * len(methods) + 0.62) * len(cases), len(cases), 2, sharey=True)
    for case, pair in zip(cases, rows):
        for axes, (metric, unit) in zip(pair, metrics):
            base = study.value(case, "base", metric) or 0
            for i, method in enumerate(methods):
                value = study.value(case, method, metric)
                axes.barh(i, value or 0, 0.75, color=COLOURS[1 if method == "dan" else 0])
                axes.annotate("refused" if value is None else f"{value:,}", (value or 0, i), (3, 0),
                              textcoords="offset points", va="center", fontsize=7)
                paper = published.TABLE_2.get(case, {}).get(method)
                if paper:
                    mark = base * float(paper[published.METRICS.index(metric)])
                    axes.plot([mark, mark], [i - 0.45, i + 0.45], color=INK, linewidth=1.6)
            axes.set_yticks(range(len(methods)), methods)
            axes.set_title(case if metric == "spills" else "", fontsize=8)
            axes.set_xlabel(unit, fontsize=7)
            axes.set_xlim(left=0)
            axes.margins(x=0.15)
            axes.grid(False, axis="y")
            thousands(axes.xaxis)
        pair[0].invert_yaxis()
    return svg(figure, "Figure 8: spills and extra traffic of every method; strokes where the paper's Table 2 "
                       "would put a method: its ratio times our base")


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
    figure, ((axes,),) = panels(10.4, 0.9 + 0.28 * len(times))
    done = [0.0] * len(times)
    for k, name in enumerate(STAGES):
        parts = [compile_parts(seconds)[k] for seconds in times.values()]
        axes.barh(range(len(times)), parts, 0.7, left=done, label=name, color=COLOURS[(0, 2, 1)[k]])
        done = [x + part for x, part in zip(done, parts)]
    for i, total in enumerate(done):
        axes.annotate(f"{total:.2f} s", (total, i), (4, 0), textcoords="offset points", va="center")
    axes.set_yticks(range(len(times)), list(times))
    axes.invert_yaxis()
    axes.margins(x=0.1)
    axes.grid(False, axis="y")
    axes.set_xlabel("wall time of the command [s]")
    axes.legend(ncols=len(STAGES), loc="lower left", bbox_to_anchor=(0, 1))
    return svg(figure, "Figure 11: compile time")
