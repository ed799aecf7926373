// What only traces with shapes have: layers, and energy by unit, operand and layer.

const ENERGY_USES = [
    ["activations", "Activations", "moving and holding them"],
    ["weights", "Weights", "moving and holding them"],
    ["outputs", "Outputs", "moving and holding them, partial sums too"],
    ["compute", "Compute", "MACs and vector operations"],
    ["static", "Static", "drawn whether anything happens or not"],
];

function energyText(picojoules) {
    for (const [limit, scale, unit] of [[1, 1e-3, "fJ"], [1e3, 1, "pJ"], [1e6, 1e3, "nJ"],
                                        [1e9, 1e6, "µJ"], [1e12, 1e9, "mJ"]]) {
        if (picojoules < limit) {
            return `${d3.format(".4~g")(picojoules / scale)} ${unit}`;
        }
    }
    return `${d3.format(".4~g")(picojoules / 1e12)} J`;
}

// A bar of parts [class, value, words], as long as `total` is of `scale`.
function energyBar(parts, total, scale) {
    const shares = parts.filter(([, value]) => value > 0);
    const x = d3.scaleLinear().domain([0, scale || 1]).range([0, 100]);
    return element("div", {class: "bar", "aria-hidden": "true"}, ...shares.map(
        ([name, value, words]) => element("i", {
            class: name,
            style: `width:${x(value)}%`,
            title: `${words}: ${energyText(value)} (${percent(value / (total || 1))})`,
        })));
}

function energyCell(picojoules, total) {
    return element("td", {class: "n"}, energyText(picojoules),
                   element("small", {}, percent(picojoules / (total || 1))));
}

function legendOf(id, entries) {
    fill(id, ...entries.map(([name, words, meaning]) => element("li", {},
        element("i", {class: `swatch ${name}`}), element("b", {}, words),
        meaning ? ` ${meaning}` : null)));
}

function energyUnits(energy) {
    return Object.keys(energy.by_unit).filter(unit => energy.by_unit[unit] > 0);
}

function unitParts(energy) {
    return energyUnits(energy).map(unit => [`unit-${unit}`, energy.by_unit[unit], unit]);
}

function showEnergy({summary}) {
    const energy = summary.energy_pj;
    document.getElementById("energy-section").hidden = !energy;
    if (!energy) {
        return;
    }
    const above = energy.compulsory > 0 ? energy.total / energy.compulsory : 0;
    fill("energy-words", `${energyText(energy.total)} in all, ` +
         `${d3.format(",.4~g")(energy.average_mw)} mW on average, energy-delay product ` +
         `${d3.format(".4~g")(energy.energy_delay_js)} Js. Every useful MAC, and every operand ` +
         `once from or to DDR, would take ${energyText(energy.compulsory)}` +
         (above > 0 ? `: this run spends ${above.toFixed(2)} times that. ` : ". ") +
         `Prices: ${energy.table}.`);
    const uses = ENERGY_USES.filter(([use]) => energy.by_operand[use] > 0);
    legendOf("energy-legend", uses.map(([use, words, meaning]) => [`use-${use}`, words, meaning]));
    const row = (name, total, bar) => element("tr", {}, element("th", {scope: "row"}, name),
        element("td", {class: "wide"}, bar), energyCell(total, energy.total));
    const largest = d3.max(Object.values(energy.by_unit));
    fill("energy",
         headRow("Unit", {text: "Energy", class: "wide"}, numeric("Energy")),
         element("tbody", {}, ...energyUnits(energy).map(unit => row(
             element("span", {}, element("i", {class: `swatch unit-${unit}`}), unit),
             energy.by_unit[unit],
             energyBar([[`unit-${unit}`, energy.by_unit[unit], unit]], energy.total, largest)))));
    fill("energy-operands",
         headRow("Spent on", {text: "Energy", class: "wide"}, numeric("Energy")),
         element("tbody", {}, ...uses.map(([use, words]) => row(
             element("span", {}, element("i", {class: `swatch use-${use}`}), words),
             energy.by_operand[use],
             energyBar([[`use-${use}`, energy.by_operand[use], words]], energy.total,
                       d3.max(Object.values(energy.by_operand)))))));
}

function showLayers({summary, makespan}) {
    const layers = summary.layers || [];
    const total = summary.energy_pj;
    document.getElementById("layers-section").hidden = layers.length === 0;
    if (layers.length === 0) {
        return;
    }
    const longest = d3.max(layers, l => l.cycles);
    const dearest = total ? d3.max(layers, l => l.energy_pj.total) : 0;
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
             number(l.macs), element("td", {class: "n"}, d3.format(",.1f")(l.macs_per_cycle)),
             element("td", {class: "n"}, percent(l.pe_utilization)),
             element("td", {class: "n"}, bytes(l.ddr_bytes.read)),
             element("td", {class: "n"}, bytes(l.ddr_bytes.write)),
             ...(total ? [
                 element("td", {class: "half"},
                         energyBar(unitParts(l.energy_pj), l.energy_pj.total, dearest)),
                 energyCell(l.energy_pj.total, total.total)] : [])))));
}
