import {sum} from "d3";

import {element, fill, headRow, number, numeric} from "./dom.js";
import {integer, plural, rate} from "./format.js";
import {holdsBack, showRoofline} from "./roofline_plot.js";
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
const cell = value => element("td", {class: "n"}, rate(value));
fill("layers",
     headRow("Layer", "Kind", numeric("MACs"), numeric("MACs/byte", "every operand once"),
             numeric("Array alone"), numeric("Attainable"), "Held back by"),
     element("tbody", {}, ...multiplying.map(l => element("tr", {},
         element("th", {scope: "row"}, l.name), element("td", {}, l.kind), number(l.macs),
         cell(l.intensity), cell(l.array_ceiling), cell(l.attainable),
         element("td", {}, holdsBack(l))))));
