import {sum} from "d3";

import {element} from "./dom.js";
import {integer, plural, rate} from "./format.js";
import {holdsBack, showRoofline} from "./roofline_plot.js";
import {sortableTable} from "./sortable.js";
import {Tooltip} from "./tooltip.js";

const page = JSON.parse(document.getElementById("systole-roofline").textContent);
const tooltip = new Tooltip(null, null, document.getElementById("tooltip"),
                            document.getElementById("announcer"));
document.getElementById("workload").textContent = page.network;
document.getElementById("setup").replaceChildren(
    element("span", {}, "on ", element("b", {}, page.config)),
    element("span", {}, `${integer(sum(page.roofline.layers, l => l.macs))} MACs in `,
            element("b", {}, plural(page.roofline.layers.length, "layer", "layers"))),
    element("span", {}, `peak ${integer(page.roofline.peak)} MACs/cycle`));
showRoofline(page.roofline, tooltip);
const multiplying = page.roofline.layers.filter(l => l.bound !== "none");
const number = (text, value, cell, title) => ({
    text, title, class: "n", value, cell: l => element("td", {class: "n"}, cell(value(l))),
});
const words = (text, value) => ({text, value, cell: l => element("td", {}, value(l))});
sortableTable("layers", [
    {text: "Layer", value: l => l.name, cell: l => element("th", {scope: "row"}, l.name)},
    words("Kind", l => l.kind),
    number("MACs", l => l.macs, integer),
    number("MACs/byte", l => l.intensity, rate, "every operand once"),
    number("Array alone", l => l.array_ceiling, rate, "MACs/cycle"),
    number("Attainable", l => l.attainable, rate, "MACs/cycle"),
    words("Held back by", holdsBack),
], multiplying);
