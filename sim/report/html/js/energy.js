// Energy by unit and operand, of runs that have prices.

import {max, scaleLinear} from "d3";

import {element, fill, headRow, numeric} from "./dom.js";
import {energyText, percent, quantity} from "./format.js";

const ENERGY_USES = [
    ["activations", "Activations", "moving and holding them"],
    ["weights", "Weights", "moving and holding them"],
    ["outputs", "Outputs", "moving and holding them, partial sums too"],
    ["compute", "Compute", "MACs and vector operations"],
    ["static", "Static", "drawn whether anything happens or not"],
];

// A bar of parts [class, value, words], as long as `total` is of `scale`.
export function energyBar(parts, total, scale) {
    const shares = parts.filter(([, value]) => value > 0);
    const x = scaleLinear().domain([0, scale || 1]).range([0, 100]);
    return element("div", {class: "bar", "aria-hidden": "true"}, ...shares.map(
        ([name, value, words]) => element("i", {
            class: name,
            style: `width:${x(value)}%`,
            title: `${words}: ${energyText(value)} (${percent(value / (total || 1))})`,
        })));
}

export function energyCell(picojoules, total) {
    return element("td", {class: "n"}, energyText(picojoules),
                   element("small", {}, percent(picojoules / (total || 1))));
}

export function legendOf(id, entries) {
    fill(id, ...entries.map(([name, words, meaning]) => element("li", {},
        element("i", {class: `swatch ${name}`}), element("b", {}, words),
        meaning ? ` ${meaning}` : null)));
}

export function energyUnits(energy) {
    return Object.keys(energy.by_unit).filter(unit => energy.by_unit[unit] > 0);
}

export function unitParts(energy) {
    return energyUnits(energy).map(unit => [`unit-${unit}`, energy.by_unit[unit], unit]);
}

export function showEnergy({summary}) {
    const energy = summary.energy_pj;
    document.getElementById("energy-section").hidden = !energy;
    if (!energy) {
        return;
    }
    const above = energy.compulsory > 0 ? energy.total / energy.compulsory : 0;
    fill("energy-words", `${energyText(energy.total)} in all, ` +
         `${quantity(energy.average_mw, -3, "W")} on average, energy-delay product ` +
         `${quantity(energy.energy_delay_js, 0, "Js")}. Every useful MAC, and every operand ` +
         `once from or to DDR, would take ${energyText(energy.compulsory)}` +
         (above > 0 ? `: this run spends ${above.toFixed(2)} times that. ` : ". ") +
         `Prices: ${energy.table}.`);
    const uses = ENERGY_USES.filter(([use]) => energy.by_operand[use] > 0);
    legendOf("energy-legend", uses.map(([use, words, meaning]) => [`use-${use}`, words, meaning]));
    const row = (name, total, bar) => element("tr", {}, element("th", {scope: "row"}, name),
        element("td", {class: "wide"}, bar), energyCell(total, energy.total));
    const largest = max(Object.values(energy.by_unit));
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
                       max(Object.values(energy.by_operand)))))));
}
