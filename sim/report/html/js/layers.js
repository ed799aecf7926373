// The layers of a lowered run as a table: every one of them, sortable, a press shows a layer on the
// timeline.

import {format, max} from "d3";

import {element, number} from "./dom.js";
import {energyBar, energyCell, energyUnits, legendOf, unitParts} from "./energy.js";
import {bytes, percent} from "./format.js";
import {busiestPipe, heldBackBy} from "./layer_words.js";
import {sortableTable} from "./sortable.js";

const cellOf = text => element("td", {class: "n"}, text);

function columnsOf(run, longest, dearest) {
    const {summary, makespan} = run;
    const total = summary.energy_pj;
    const rows = new Map(summary.layers.map((layer, i) => [layer, i]));
    const share = layer => element("div", {class: "bar", "aria-hidden": "true"},
        element("i", {class: "part-busy", style: `width:${100 * layer.cycles / (longest || 1)}%`}));
    const numeric = (text, value, cell, title) =>
        ({text, title, class: "n", value, cell: cell || (l => number(value(l)))});
    const held = l => heldBackBy(summary, rows.get(l));
    return [
        {text: "Layer", value: l => l.name, cell: l => element("th", {scope: "row"}, l.name)},
        {text: "Cycles", class: "half", cell: l => element("td", {class: "half"}, share(l))},
        numeric("Cycles", l => l.cycles,
                l => number(l.cycles, makespan === 0 ? undefined : l.cycles / makespan),
                "a cycle belongs to the first layer that has not ended yet"),
        {text: "Held back by", value: held,
         title: "by the roofline; below it the pipe that works most between the layer's first " +
                "start and last end",
         cell: l => {
             const [pipe, busy] = busiestPipe(l);
             return element("td", {class: "words"}, held(l),
                            element("small", {}, `${pipe} ${percent(busy)} busy`));
         }},
        numeric("MACs", l => l.macs),
        numeric("MACs/cycle", l => l.macs_per_cycle,
                l => cellOf(format(",.1f")(l.macs_per_cycle))),
        numeric("PE use", l => l.pe_utilization, l => cellOf(percent(l.pe_utilization)),
                "useful MACs / (MACs the array can do in the layer's cycles)"),
        numeric("DDR read", l => l.ddr_bytes.read, l => cellOf(bytes(l.ddr_bytes.read))),
        numeric("written", l => l.ddr_bytes.write, l => cellOf(bytes(l.ddr_bytes.write))),
        ...(total ? [
            {text: "Energy by unit", class: "half", cell: l => element("td", {class: "half"},
                energyBar(unitParts(l.energy_pj), l.energy_pj.total, dearest))},
            numeric("Energy", l => l.energy_pj.total,
                    l => energyCell(l.energy_pj.total, total.total)),
        ] : []),
    ];
}

// `show(index)`: brings a layer onto the timeline.
export function showLayers(run, show) {
    const {summary} = run;
    const layers = summary.layers || [];
    const total = summary.energy_pj;
    document.getElementById("layers-section").hidden = layers.length === 0;
    if (layers.length === 0) {
        return;
    }
    const dearest = total ? max(layers, l => l.energy_pj.total) : 0;
    if (total) {
        legendOf("layers-legend", energyUnits(total).map(unit => [`unit-${unit}`, unit]));
    }
    const columns = columnsOf(run, max(layers, l => l.cycles), dearest);
    const index = new Map(layers.map((layer, i) => [layer, i]));
    columns[0].cell = layer => {
        const button = element("button", {type: "button", class: "go",
                                          title: "Show it on the timeline"}, layer.name);
        return element("th", {scope: "row"}, button);
    };
    sortableTable("layers", columns, layers, (tr, layer) => {
        tr.addEventListener("click", () => show(index.get(layer)));
    });
}
