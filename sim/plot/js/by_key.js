// Heatmap over two keys and lines over one: of several points in one place, the best.

import {interpolateYlGnBu, line, scaleBand, scaleOrdinal, scaleSequential, schemeTableau10} from "d3";

import {quantity} from "./../../report/html/js/format.js";
import {MARGIN, chart, drawAxes, scaleFor} from "./axes.js";
import {selected, shown} from "./selection.js";
import {direction, levels, value} from "./sweep_data.js";

const HEIGHT = 320;

// The best value of the metric by the key that `place` gives a point.
function best(points, metric, place) {
    const found = new Map();
    const sign = direction(metric);
    for (const i of points) {
        const at = value(metric, i);
        if (at === null) {
            continue;
        }
        const key = place(i);
        const before = found.get(key);
        if (before === undefined || sign * at < sign * before) {
            found.set(key, at);
        }
    }
    return found;
}

export function drawHeat({x, y, metric}) {
    const {svg, width, height} = chart("heat", HEIGHT);
    const columns = scaleBand(levels(x), [MARGIN.left, width - MARGIN.right]);
    const rows = scaleBand(levels(y), [height - MARGIN.bottom, MARGIN.top]);
    const cells = best(selected(shown()), metric, i => JSON.stringify([value(x, i), value(y, i)]));
    const values = [...cells.values()];
    const shade = scaleSequential([Math.min(...values), Math.max(...values)], interpolateYlGnBu);
    for (const [key, at] of cells) {
        const [cx, cy] = JSON.parse(key);
        if (cx === null || cy === null) {
            continue;
        }
        svg.append("rect").attr("class", "cell").attr("x", columns(cx)).attr("y", rows(cy))
            .attr("width", columns.bandwidth()).attr("height", rows.bandwidth())
            .attr("fill", shade(at)).append("title").text(`${x} ${cx}, ${y} ${cy}: ${at}`);
        if (columns.bandwidth() > 44 && rows.bandwidth() > 14) {
            const middle = (shade.domain()[0] + shade.domain()[1]) / 2;
            svg.append("text").attr("x", columns(cx) + columns.bandwidth() / 2)
                .attr("y", rows(cy) + rows.bandwidth() / 2 + 4).attr("text-anchor", "middle")
                .style("fill", at > middle ? "#fff" : "#18202c").text(quantity(at, 0, ""));
        }
    }
    drawAxes({svg, width, height}, columns, rows, x, y);
}

export function drawLines({x, group, metric}) {
    const drawn = chart("lines", HEIGHT);
    const {svg, width, height} = drawn;
    const points = selected(shown()).filter(i => value(x, i) !== null);
    const across = scaleFor(x, points, [MARGIN.left, width - MARGIN.right - 70], true);
    const up = scaleFor(metric, points, [height - MARGIN.bottom, MARGIN.top], true);
    const colours = scaleOrdinal(levels(group), schemeTableau10);
    for (const name of levels(group)) {
        const found = best(points.filter(i => value(group, i) === name), metric, i => value(x, i));
        const path = levels(x).filter(at => found.has(at)).map(at => [across(at), up(found.get(at))]);
        svg.append("path").attr("d", line()(path)).attr("fill", "none").attr("stroke-width", 2)
            .attr("stroke", colours(name));
        for (const [px, py] of path) {
            svg.append("circle").attr("cx", px).attr("cy", py).attr("r", 3).attr("fill", colours(name));
        }
        if (path.length > 0) {
            const [px, py] = path[path.length - 1];
            svg.append("text").attr("x", px + 6).attr("y", py + 4).style("fill", colours(name))
                .text(String(name));
        }
    }
    drawAxes(drawn, across, up, x, metric);
}
