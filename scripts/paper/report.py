"""What is printed, in Markdown and as a page: sections of tables, then figures."""

from paper import figures, plan_figures, published, tables
from paper.page import Page

TITLE = "The DAN-Scheduler paper's tables and figures, ours beside the paper's"
CLOCK = ("Seconds are wall time of whole commands on the machine that made this page, under whatever load it had; "
         "they are not the paper's and compare only with each other.")


def intro(study):
    cases = list(study.results)
    missing = [c for c in published.TRACES if c not in cases]
    yield ("Paper: Liu, Zhang, arXiv 2607.17422v1. Every method ran on the same traces and core, and one replay "
           "without contention times all plans. Sizes are in the trace's units, times in cycles. A dash: not printed "
           "by the paper, not run, or nothing to divide by.")
    if any(c in published.TRACES for c in cases):
        if missing:
            yield (f"Traces of the paper that are not here: {', '.join(missing)}. Our means are over the "
                   f"{len(cases)} that are, the paper's over its six.")
        base = {c: study.value(c, "base", "peak") for c in cases}
        exact = [c for c in cases if base[c] == published.TABLE_3[c][0]]
        yield (f"Our base is the paper's Table 3 column Base, exactly on {len(exact)} of {len(cases)} traces, as the "
               "peak over all five tiers; the caption there says L1 and UB, which this column is not. Table 2 "
               "seems to divide by another base: if DAN's peak is Table 3's MPAS peak, its ratios imply "
               + ", ".join(f"{implied_base(c):,} ({c}, Table 3: {published.TABLE_3[c][0]:,})" for c in cases)
               + ". So ratios to base, ours and the paper's, have different denominators, and the paper's "
               "ratios are its claim, not a target. The paper does not print what a spill costs, so "
               "cycles, too, compare within a column only.")
    else:
        yield "None of these traces is the paper's, so its columns are empty."


def implied_base(case):
    return round(published.TABLE_3[case][1] / float(published.TABLE_2[case]["dan"][0]))


def sections(study):
    """(title, text, file name, table)"""
    have = set(study.methods)
    yield ("Table 2: against base", "Each value over base on the same trace; smaller is better.", "table2",
           tables.table_2(study))
    if "dan" in have and have & set(published.BASELINES):
        yield ("Table 2: dan against the best baseline", "Reduction against the best of hmcos, cosma, magis and eda in "
               "each cell; negative: the baseline is better.", "table2_delta", tables.table_2_delta(study))
    yield ("Means", "Means over the traces of the reductions; negative: worse.", "averages", tables.averages(study))
    if "dan" in have and have & set(published.BASELINES):
        worse = tables.not_best(study)
        cells = study.cells()
        yield ("Cells where dan is not best", f"Among dan, hmcos, cosma, magis and eda, dan is best or tied in "
               f"{cells - len(worse[1])} of {cells} cells (the paper: 24 of 24). The others:", "not_best", worse)
    if "mpas" in have:
        yield ("Table 3: peak before and after MPAS", "M_max over all five tiers, which reproduces the paper's Base "
               "column; over L1 and UB alone in the columns that say so.", "table3", tables.table_3(study))
    if "dan-no-cpe" in have:
        yield ("Table 4: tier-aware against LRU", "dan-no-cpe with its own rule against dan-no-cpe with --spill lru; "
               "negative: the tier-aware rule is better.", "table4", tables.table_4(study))
    if {"dan", "dan-no-cpe"} <= have:
        yield ("Table 5: what CPE gives", "Makespan with and without stage 3.", "table5", tables.table_5(study))
    yield ("All values", CLOCK, "results", tables.absolute(study))


def markdown(study, times):
    yield f"# {TITLE}"
    for words in intro(study):
        yield ""
        yield words
    for title, words, _, table in all_sections(study, times):
        yield ""
        yield f"## {title}"
        yield ""
        yield words
        if table[1]:
            yield ""
            yield from tables.markdown(table)


def all_sections(study, times):
    yield from sections(study)
    if times:
        yield ("Compile time", "Least of the repeats, whole commands; the stages are differences of commands, because "
               "the program prints no time per stage. " + CLOCK, "compile_time", figures.compile_table(times))


def page(study, drawings, times):
    """drawings: name -> list of SVG texts; a figure that was not drawn is said to be missing."""
    page = Page(TITLE)
    for words in intro(study):
        page.text(words, "note")
    page.heading("Figures")
    for name, caption in CAPTIONS.items():
        if drawings.get(name):
            page.figure(drawings[name], caption)
        else:
            page.text(f"{caption.split(':')[0]} is not drawn: it needs methods that did not run (--methods).", "note")
    for title, words, _, table in all_sections(study, times):
        page.heading(title)
        page.text(words, "note")
        if table[1]:
            page.table(table)
    return page.markup()


CAPTIONS = {
    "structure": "Figure 5: the workloads. Nodes and edges; ALLOC and FREE events, which pair one to one; operations "
                 "by type, in % of the operations of the trace. Counts on logarithmic axes.",
    "memory": "Figure 6: memory. Left, the part of all ALLOCs that are at most so large. Right, how long buffers live, "
              "from ALLOC to FREE in positions of the order each method makes: box 25% to 75%, stroke the median, "
              "whiskers 5% to 95%, tick the longest. Lifetimes depend on the order; the paper does not say which its "
              "figure uses.",
    "weights": "Figure 7: peak over all five tiers after stage 1, in % of base, by the weights memory : criticality : "
               "order of the priority (-D schedule.mpas.*_weight), with the pressure of L1 and UB or of all tiers. "
               "Lower is better. Darker is more.",
    "traffic": "Figure 8: spills and extra DDR traffic of every method, dan in orange. Bars start at 0; every panel has "
               "its own axis. Strokes: where the paper's Table 2 would put the method, its ratio times our base.",
    "addresses": "Figure 9: where buffers lie over the order, from the plan files. Each box is one stay of a buffer "
                 "in its tier, ALLOC or SPILL_IN to SPILL_OUT or FREE; the later in the trace, the darker. "
                 "Ground showing through is free space. Address [units] upwards, 0 to the tier's capacity.",
    "gantt": "Figure 10: pipes over time before and after CPE, same addresses and spills. Above, the whole run in "
             f"{plan_figures.COLUMNS} columns: the height of a column is the busy part of its time, spills (orange) "
             "from the top. The stroke is the end of the run. Below, a stretch with single operations; after CPE the same "
             "cycles hold other work. The paper shows three Case1 traces; where one is missing its Case0 stands in.",
    "compile": "Figure 11: compile time by stage, least of the repeats. The program prints no seconds per stage, so "
               "these are differences of whole commands: trace check, dan-no-cpe, dan. " + CLOCK,
}
