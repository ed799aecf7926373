const page = JSON.parse(document.getElementById("systole-roofline").textContent);
const tooltip = new Tooltip(null, null, document.getElementById("tooltip"),
                            document.getElementById("announcer"));
document.getElementById("workload").textContent = page.network;
document.getElementById("setup").replaceChildren(
    element("span", {}, "on ", element("b", {}, page.config)),
    element("span", {}, `${integer(d3.sum(page.roofline.layers, l => l.macs))} MACs in `,
            element("b", {}, plural(page.roofline.layers.length, "layer", "layers"))),
    element("span", {}, `peak ${integer(page.roofline.peak)} MACs/cycle`));
showRoofline(page.roofline, tooltip);
const numbers = (...texts) => texts.map(text => element("td", {class: "n"}, text));
document.getElementById("layers").replaceChildren(
    element("thead", {}, element("tr", {}, ...[
        ["Layer"], ["Kind"], ["MACs", "n"], ["MACs/byte", "n"], ["Array alone", "n"],
        ["Attainable", "n"], ["Bound by"],
    ].map(([text, name]) => element("th", {scope: "col", class: name}, text)))),
    element("tbody", {}, ...page.roofline.layers.filter(l => l.bound !== "none").map(
        l => element("tr", {}, element("th", {scope: "row"}, l.name), element("td", {}, l.kind),
                     ...numbers(integer(l.macs), rate(l.intensity), rate(l.array_ceiling),
                                rate(l.attainable)),
                     element("td", {}, ({memory: l.bound_level, mapping: "array shape"}[l.bound] || l.bound))))));
