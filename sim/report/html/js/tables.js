// The numbers: header, tables, legend. Bars repeat what the cells beside them say.

import {format, max} from "d3";

import {element, fill, headRow, number, numeric} from "./dom.js";
import {busUse, bytes, cycles, integer, percent, plural} from "./format.js";
import {isSpill} from "./run_data.js";

const ACCOUNT_PARTS = [
    ["busy", "Busy", "the pipe's nodes run"],
    ["dependency", "Dependency", "idle until a predecessor of its next node ended"],
    ["address", "Address", "idle until addresses that its next node needs were given up"],
    ["contention", "Contention", "cycles by which shared DDR and ports stretched its nodes"],
    ["drained", "Drained", "idle after its last node"],
];

function stackedBar(parts, total) {
    return element("div", {class: "bar", "aria-hidden": "true"}, ...parts
        .filter(([, value]) => value > 0)
        .map(([name, value, title]) => element("i", {
            class: `part-${name}`,
            style: `width:${100 * value / Math.max(1, total)}%`,
            title: `${title}: ${integer(value)} (${percent(value / Math.max(1, total))})`,
        })));
}

export function showAccounting(run) {
    const {summary, makespan} = run;
    const parts = ACCOUNT_PARTS.filter(([part]) => part !== "contention" || run.facts.contention ||
        run.pipes.some(p => summary.accounting[p.name].contention > 0));
    fill("account-legend", ...parts.map(([part, name, meaning]) => element("li", {},
        element("i", {class: `swatch part-${part}`}), element("b", {}, name), ` ${meaning}`)));
    fill("accounting",
         headRow("Pipe", {text: "Share of the makespan", class: "wide"},
                 numeric("Utilization", "busy cycles / makespan"),
                 ...parts.map(([, name, meaning]) => numeric(name, meaning))),
         element("tbody", {}, ...run.facts.pipes.map(name => {
             const account = summary.accounting[name];
             return element("tr", {}, element("th", {scope: "row"}, name),
                 element("td", {class: "wide"}, stackedBar(
                     parts.map(([part, title]) => [part, account[part], title]), makespan)),
                 element("td", {class: "n strong"}, percent(summary.utilization[name])),
                 ...parts.map(([part]) => number(
                     account[part], makespan === 0 ? undefined : account[part] / makespan)));
         })));
}

export function showOperations(run, theme) {
    const rows = run.facts.ops;
    const contention = rows.some(o => o.contention > 0);
    const busiest = max(rows, o => o.cycles) || 1;
    const render = () => fill("operations",
        headRow("Pipe", "Operation", {text: "Cycles on the pipe", class: "wide"}, numeric("Nodes"),
                numeric("Cycles"), numeric("Cycles/node"),
                ...(contention ? [numeric("Contention")] : [])),
        element("tbody", {}, ...rows.map(o => element("tr", {},
            element("th", {scope: "row"}, o.pipe),
            element("td", {}, element("i", {class: "swatch", style:
                `background:${theme.op[run.ops.indexOf(o.op)]}`}), o.op),
            element("td", {class: "wide"}, element("div", {class: "bar", "aria-hidden": "true"},
                element("i", {style: `width:${100 * o.cycles / busiest}%;background:` +
                                     theme.op[run.ops.indexOf(o.op)]}))),
            number(o.count), number(o.cycles),
            element("td", {class: "n"}, format(",.1f")(o.cycles / o.count)),
            contention ? number(o.contention) : null))));
    render();
    theme.onChange(render);
}

export function showMemory(run) {
    const {facts, summary} = run;
    const used = run.tiers;
    const rows = used.map(({name, capacity}) => {
        const peak = summary.peak[name];
        const resident = summary.resident_peak[name];
        const scale = Math.max(capacity, peak);
        return element("tr", {}, element("th", {scope: "row"}, name),
            element("td", {class: "wide"},
                element("div", {class: "bar level", "aria-hidden": "true",
                                title: `${name}: peak ${integer(peak)}, on chip ` +
                                       `${integer(resident)}, capacity ${integer(capacity)}`},
                    element("i", {class: "wanted", style: `width:${100 * peak / scale}%`}),
                    element("i", {class: "resident", style: `width:${100 * resident / scale}%`}),
                    element("b", {style: `left:${100 * capacity / scale}%`}))),
            number(capacity), number(resident, resident / capacity),
            number(peak, peak / capacity), element("td", {class: "n"},
                bytes(capacity * facts.bytes_per_unit)));
    });
    fill("memory",
         headRow("Tier", {text: "Peak against capacity", class: "wide"}, numeric("Capacity"),
                 numeric("On chip", "most units the plan keeps resident at once"),
                 numeric("Wanted", "most units between ALLOC and FREE at once: what the order " +
                                   "would need without spills"),
                 numeric("Capacity")),
         element("tbody", {}, ...rows));
    fill("memory-note", `Units of ${bytes(facts.bytes_per_unit)}. Over all tiers the order wants ` +
         `${plural(summary.peak_all, "unit", "units")} at once, over L1 and UB ` +
         `${plural(summary.peak_l1_ub, "unit", "units")}.`);
}

export function showTraffic(run) {
    const {summary} = run;
    const {read, write, extra} = summary.ddr_bytes;
    const total = read + write + extra;
    const row = (part, name, value) => element("tr", {},
        element("th", {scope: "row"}, part ? element("i", {class: `swatch part-${part}`}) : null,
                name),
        number(value, total === 0 ? undefined : value / total),
        element("td", {class: "n"}, bytes(value)),
        element("td", {class: "n"}, (value / Math.max(1, summary.makespan)).toFixed(2)));
    fill("traffic-bar", stackedBar([["read", read, "Read"], ["write", write, "Written"],
                                    ["extra", extra, "Spills"]], total));
    fill("traffic",
         headRow("Traffic", numeric("Bytes"), numeric(""), numeric("B/cycle")),
         element("tbody", {}, row("read", "Read (COPY_IN)", read),
                 row("write", "Written (COPY_OUT)", write), row("extra", "Spills", extra),
                 row("", "All", total)));
    fill("traffic-note", `DDR: ${busUse(summary.ddr_bus)}.`);
}

// What the hardware modules counted; a run timed without them has none.
export function showCounters(run) {
    const counters = Object.entries(run.summary.counters || {});
    document.getElementById("counters-section").hidden = counters.length === 0;
    fill("counters", headRow("Counter", numeric("Value"), "Unit", "Meaning"),
         element("tbody", {}, ...counters.map(([path, c]) => element("tr", {},
             element("th", {scope: "row"}, element("code", {}, path)), number(c.value),
             element("td", {}, c.unit), element("td", {class: "quiet"}, c.description)))));
}

export function showConfig(run) {
    fill("config-table", headRow("Key", numeric("Value"), "Unit", "Set by"),
         element("tbody", {}, ...run.config.map(row => element("tr", {},
             element("th", {scope: "row"}, element("code", {}, row.key)),
             element("td", {class: "n"}, String(row.value)),
             element("td", {}, row.unit || ""),
             element("td", {class: row.source === "default" ? "quiet" : ""}, row.source || "")))));
}

export function showProvenance(run) {
    const p = run.facts.provenance;
    const line = (name, ...value) => [element("dt", {}, name), element("dd", {}, ...value)];
    fill("provenance",
         ...line("systole", p.version), ...line("SystemC", p.systemc),
         ...line("Compiler", p.compiler), ...line("Command", element("code", {}, p.command)),
         ...p.inputs.flatMap(f => line(f.role, element("code", {}, f.path), element("br"),
                                       element("code", {class: "hash"}, `sha256 ${f.sha256}`))));
}

// Chips, pipe by pipe; a chip keeps its op in full colour and dims the others.
export function showLegend(run, theme, view, redraw) {
    const render = () => fill("legend", ...run.pipes.map(pipe => element("div", {class: "chips"},
        element("span", {class: "chip-pipe"}, pipe.name),
        ...pipe.ops.map(o => {
            const op = run.ops.indexOf(o.op);
            const chip = element("button", {
                type: "button",
                class: "chip",
                "aria-pressed": String(view.emphasis === op),
                title: `${plural(o.count, "node", "nodes")}, ${cycles(o.cycles)}`,
            }, element("i", {class: isSpill(run, op) ? "swatch hatched" : "swatch",
                             style: `background-color:${theme.op[op]}`}), o.op);
            chip.addEventListener("click", () => {
                view.emphasis = view.emphasis === op ? -1 : op;
                render();
                redraw();
            });
            return chip;
        }))));
    render();
    theme.onChange(render);
}
