// What stands above the timeline: names, the tiles with the main numbers, the verdict.

import {element, fill} from "./dom.js";
import {busUse, bytes, cycles, energyText, integer, percent, plural, quantity, wallTime} from "./format.js";

export function showHeader(run) {
    const {facts, summary} = run;
    fill("workload", facts.workload);
    fill("setup",
         element("span", {}, "on ", element("b", {}, facts.arch)),
         element("span", {}, "schedule ", element("b", {}, facts.schedule)),
         element("span", {}, "spill rule ", element("b", {}, facts.spill)),
         element("span", {}, "contention ", element("b", {}, facts.contention ? "on" : "off")),
         element("span", {}, `${plural(facts.trace.nodes, "node", "nodes")}, ` +
                             `${plural(facts.trace.edges, "edge", "edges")}, ` +
                             plural(facts.trace.buffers, "buffer", "buffers")));
    const traffic = summary.ddr_bytes;
    const moved = traffic.read + traffic.write + traffic.extra;
    const tiles = [
        ["Makespan", integer(summary.makespan), "cycles",
         `${wallTime(summary.makespan, facts.clock_mhz)} at ${integer(facts.clock_mhz)} MHz`],
        ["Lower bound", integer(summary.lower_bound), "cycles", boundName(run)],
        ["Gap to bound", `+${percent(summary.gap)}`, "",
         `${cycles(summary.makespan - summary.lower_bound)} above it`],
        ["Spills", integer(summary.spills), summary.spills === 1 ? "pair" : "pairs",
         summary.spills === 0 ? "every buffer stays on chip" : "SPILL_OUT and SPILL_IN"],
        ["Extra DDR", integer(summary.extra_ddr), "units",
         bytes(summary.extra_ddr * facts.bytes_per_unit)],
        ["DDR traffic", bytes(moved), "", busUse(summary.ddr_bus)],
    ];
    if (typeof summary.pe_utilization === "number") {
        tiles.push(["PE utilization", percent(summary.pe_utilization), "", arrayTime(summary)]);
    }
    if (summary.energy_pj) {
        tiles.push(["Energy", energyText(summary.energy_pj.total), "",
                    `${quantity(summary.energy_pj.average_mw, -3, "W")} on average`]);
    }
    fill("tiles", ...tiles.map(([name, value, unit, note]) => element("div", {class: "tile"},
        element("dt", {}, name),
        element("dd", {},
                element("span", {class: value.length > 11 ? "value long" : "value"}, value),
                unit ? element("span", {class: "unit"}, ` ${unit}`) : null,
                element("span", {class: "note"}, note)))));
    fill("verdict", verdict(run));
}

// Why the array is busier than its useful MACs say.
function arrayTime({array, makespan}) {
    if (!array) {
        return "useful MACs";
    }
    const share = part => percent(part / Math.max(1, makespan));
    return `beside it CUBE spends ${share(array.idle_pes)} on idle PEs and zeros, ` +
        `${share(array.fill_drain)} on fill and drain, ${share(array.port_waits)} on ports`;
}

function boundName({facts, summary}) {
    const {bounds} = facts;
    if (summary.lower_bound === bounds.critical_path) {
        return "critical path";
    }
    return summary.lower_bound === bounds.busiest_pipe ? `${bounds.busiest} works that long`
                                                       : "DDR at full bandwidth";
}

// The busiest pipe and where the rest of its time goes.
function verdict({summary, pipes, makespan}) {
    const pipe = pipes.slice().sort((a, b) => summary.busy[b.name] - summary.busy[a.name])[0];
    if (!pipe || makespan === 0) {
        return "No node of this run takes any time.";
    }
    const account = summary.accounting[pipe.name];
    const parts = [["dependency", "waiting for dependencies"], ["address", "waiting for addresses"],
                   ["contention", "stretched by contention"], ["drained", "drained"]]
        .filter(([part]) => account[part] > 0)
        .sort((a, b) => account[b[0]] - account[a[0]])
        .map(([part, words]) => `, ${percent(account[part] / makespan)} ${words}`);
    return `${pipe.name} is the busiest pipe: ${percent(account.busy / makespan)} busy` +
           `${parts.join("")}.`;
}
