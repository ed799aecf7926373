"""Tables 2 to 5 as lists of rows, ours beside the paper's, and what they say together."""

import csv

from paper import published
from paper.published import METRICS

NONE = "-"
TITLES = {"peak": "peak", "extra_ddr": "extra DDR", "spills": "spills", "makespan": "makespan"}


def number(value):
    return NONE if value is None else f"{value:,}"


def fixed(value, digits=3):
    return NONE if value is None else f"{value:.{digits}f}"


def percent(value, sign=False):
    if value is None:
        return NONE
    text = f"{value:+.1f}" if sign else f"{value:.1f}"
    return ("0.0" if text in ("-0.0", "+0.0") else text) + "%"


def quoted(text):
    return NONE if text is None else f"{text}%"


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def change(after, before):
    """In percent; None where there is nothing to compare with."""
    if after is None or before is None:
        return None
    if before == 0:
        return 0.0 if after == 0 else None
    return 100 * (after - before) / before


def reduction(after, before):
    value = change(after, before)
    return None if value is None else -value


class Study:
    """All results: results[case][method] and lru[case] (`dan-no-cpe --spill lru`), each a Result or None."""

    def __init__(self, results, lru, methods):
        self.results = results
        self.lru = lru
        self.methods = methods

    def value(self, case, method, metric):
        result = self.results[case].get(method)
        return None if result is None else getattr(result, metric)

    def ratio(self, case, method, metric):
        ours, base = self.value(case, method, metric), self.value(case, "base", metric)
        return ours / base if ours is not None and base else None

    def best_baseline(self, case, metric):
        values = [self.value(case, baseline, metric) for baseline in published.BASELINES]
        values = [value for value in values if value is not None]
        return min(values) if values else None

    def against_baselines(self, case, metric):
        return reduction(self.value(case, "dan", metric), self.best_baseline(case, metric))

    def against_base(self, method, metric):
        return mean(reduction(self.value(case, method, metric), self.value(case, "base", metric))
                    for case in self.results)

    def not_best(self):
        """(case, metric, dan's value, best baseline's value, baselines that have it) where dan is neither best nor tied."""
        for case in self.results:
            for metric in METRICS:
                ours, best = self.value(case, "dan", metric), self.best_baseline(case, metric)
                if ours is not None and best is not None and ours > best:
                    names = [r for r in published.BASELINES if self.value(case, r, metric) == best]
                    yield case, metric, ours, best, names

    def cells(self):
        return sum(1 for case in self.results for metric in METRICS
                   if self.value(case, "dan", metric) is not None and self.best_baseline(case, metric) is not None)


def paired_head(first, titles):
    return first + [f"{title}, {who}" for title in titles for who in ("ours", "paper")]


def table_2(study):
    head = paired_head(["workload", "method"], [f"{TITLES[m]} / base" for m in METRICS])
    rows = []
    order = [m for m in published.COMPARED if m in study.methods]
    order += [m for m in study.methods if m not in order]
    for case in study.results:
        paper = published.TABLE_2.get(case, {})
        for method in order:
            row = [case, method]
            for i, metric in enumerate(METRICS):
                row += [fixed(study.ratio(case, method, metric)), paper[method][i] if method in paper else NONE]
            rows.append(row)
    return head, rows


def table_2_delta(study):
    head = paired_head(["workload"], [TITLES[m] for m in METRICS])
    rows = []
    for case in study.results:
        paper = published.TABLE_2.get(case)
        row = [case]
        for i, metric in enumerate(METRICS):
            row += [percent(study.against_baselines(case, metric)), quoted(paper["delta"][i] if paper else None)]
        rows.append(row)
    return head, rows


def absolute(study):
    head = ["workload", "method", "peak, all tiers [units]", "peak, L1+UB [units]", "spills", "extra DDR [units]",
            "makespan [cycles]", "seconds"]
    rows = []
    for case, results in study.results.items():
        for method in study.methods:
            r = results.get(method)
            if r is None:
                rows.append([case, method] + [NONE] * 6)
            else:
                rows.append([case, method, number(r.peak), number(r.peak_l1_ub), number(r.spills),
                             number(r.extra_ddr), number(r.makespan), fixed(r.seconds, 2)])
    return head, rows


def averages(study):
    head = paired_head(["mean reduction"], [TITLES[m] for m in METRICS])
    rows = []
    known = [case for case in study.results if case in published.TABLE_2]
    for method in study.methods:
        if method == "base":
            continue
        row = [f"{method} against base"]
        for i, metric in enumerate(METRICS):
            row += [percent(study.against_base(method, metric)),
                    quoted(published.AGAINST_BASE[i] if method == "dan" and known else None)]
        rows.append(row)
    if "dan" in study.methods:
        row = ["dan against best baseline"]
        for i, metric in enumerate(METRICS):
            row += [percent(mean(study.against_baselines(case, metric) for case in study.results)),
                    quoted(published.AGAINST_BEST_RIVAL[i] if known else None)]
        rows.append(row)
        if known and len(known) < len(published.TRACES):
            row = [f"dan against base, the paper's Table 2 over these {len(known)} traces"]
            for i in range(len(METRICS)):
                row += [NONE, percent(mean(100 * (1 - float(published.TABLE_2[c]["dan"][i])) for c in known))]
            rows.append(row)
    return head, rows


def not_best(study):
    head = ["workload", "metric", "dan", "best baseline", "dan is worse by", "baselines that have it"]
    rows = [[case, TITLES[metric], number(ours), number(best), percent(change(ours, best)), ", ".join(names)]
            for case, metric, ours, best, names in study.not_best()]
    return head, rows


def table_3(study):
    head = ["workload", "Base M_max, ours", "Base M_max, paper", "MPAS M_max, ours", "MPAS M_max, paper",
            "reduction, ours", "reduction, paper", "Base L1+UB, ours", "MPAS L1+UB, ours", "dan-literal M_max, ours"]
    rows, cuts = [], []
    for case in study.results:
        base, mpas = study.value(case, "base", "peak"), study.value(case, "mpas", "peak")
        cut = reduction(mpas, base)
        cuts.append(cut)
        paper = published.TABLE_3.get(case, (None, None, None))
        rows.append([case, number(base), number(paper[0]), number(mpas), number(paper[1]), fixed_percent(cut),
                     quoted(paper[2]), number(study.value(case, "base", "peak_l1_ub")),
                     number(study.value(case, "mpas", "peak_l1_ub")),
                     number(study.value(case, "dan-literal", "peak"))])
    known = any(case in published.TABLE_3 for case in study.results)
    rows.append(["mean"] + [NONE] * 4 + [fixed_percent(mean(cuts)),
                                         quoted(published.TABLE_3_AVERAGE if known else None)] + [NONE] * 3)
    return head, rows


def fixed_percent(value):
    return NONE if value is None else f"{value:.2f}%"


def table_4(study):
    metrics = ("extra_ddr", "spills", "makespan")
    head = paired_head(["workload"], [f"{TITLES[m]} change" for m in metrics])
    head += ["extra DDR, lru [units]", "extra DDR, tier-aware [units]"]
    rows = []
    for case in study.results:
        lru = study.lru.get(case)
        row = [case]
        for i, metric in enumerate(metrics):
            ours = change(study.value(case, "dan-no-cpe", metric), getattr(lru, metric) if lru else None)
            row += [percent(ours, sign=True), quoted(published.TABLE_4[case][i] if case in published.TABLE_4 else None)]
        row += [number(lru.extra_ddr if lru else None), number(study.value(case, "dan-no-cpe", "extra_ddr"))]
        rows.append(row)
    return head, rows


def table_5(study):
    head = paired_head(["workload"], ["without CPE [cycles]", "all of DAN [cycles]", "CPE's cut"])
    head += ["memory unchanged by CPE"]
    rows = []
    for case in study.results:
        before, after = (study.value(case, m, "makespan") for m in ("dan-no-cpe", "dan"))
        paper = published.TABLE_5.get(case, (None, None, None))
        same = NONE
        if before is not None and after is not None:
            pairs = [[study.value(case, m, metric) for m in ("dan-no-cpe", "dan")]
                     for metric in ("peak", "peak_l1_ub", "extra_ddr", "spills")]
            same = "yes" if all(a == b for a, b in pairs) else "no"
        rows.append([case, number(before), number(paper[0]), number(after), number(paper[1]),
                     percent(reduction(after, before)), quoted(paper[2]), same])
    return head, rows


def markdown(table):
    head, rows = table
    yield "| " + " | ".join(head) + " |"
    yield "| " + " | ".join("---" for _ in head) + " |"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def write_csv(path, table):
    """Numbers without separators or percent signs (the head says %), empty where there is none."""
    head, rows = table
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([f"{name} [%]" if any(row[i].endswith("%") for row in rows) else name
                         for i, name in enumerate(head)])
        for row in rows:
            writer.writerow([plain(cell) for cell in row])


def plain(cell):
    if cell == NONE:
        return ""
    bare = cell.rstrip("%").replace(",", "")
    try:
        float(bare)
    except ValueError:
        return cell
    return bare
