// The layers of a lowered run as a table.

import {format, max} from "d3";

import {element, fill, headRow, number, numeric} from "./dom.js";
import {energyBar, energyCell, energyUnits, legendOf, unitParts} from "./energy.js";
import {bytes, percent} from "./format.js";

export function showLayers({summary, makespan}) {
    const layers = summary.layers || [];
    const total = summary.energy_pj;
    document.getElementById("layers-section").hidden = layers.length === 0;
    if (layers.length === 0) {
        return;
    }
    const longest = max(layers, l => l.cycles);
    const dearest = total ? max(layers, l => l.energy_pj.total) : 0;
    if (total) {
        legendOf("layers-legend", energyUnits(total).map(unit => [`unit-${unit}`, unit]));
    }
    const share = layer => element("div", {class: "bar", "aria-hidden": "true"},
        element("i", {class: "part-busy", style: `width:${100 * layer.cycles / (longest || 1)}%`}));
    fill("layers",
         headRow("Layer", {text: "Cycles", class: "half"},
                 numeric("Cycles", "a cycle belongs to the first layer that has not ended yet"),
                 numeric("MACs"), numeric("MACs/cycle"),
                 numeric("PE use", "useful MACs / (MACs the array can do in the layer's cycles)"),
                 numeric("DDR read"), numeric("written"),
                 ...(total ? [{text: "Energy by unit", class: "half"}, numeric("Energy")] : [])),
         element("tbody", {}, ...layers.map(l => element("tr", {},
             element("th", {scope: "row"}, l.name),
             element("td", {class: "half"}, share(l)),
             number(l.cycles, makespan === 0 ? undefined : l.cycles / makespan),
             number(l.macs), element("td", {class: "n"}, format(",.1f")(l.macs_per_cycle)),
             element("td", {class: "n"}, percent(l.pe_utilization)),
             element("td", {class: "n"}, bytes(l.ddr_bytes.read)),
             element("td", {class: "n"}, bytes(l.ddr_bytes.write)),
             ...(total ? [
                 element("td", {class: "half"},
                         energyBar(unitParts(l.energy_pj), l.energy_pj.total, dearest)),
                 energyCell(l.energy_pj.total, total.total)] : [])))));
}
