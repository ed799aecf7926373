// One dot a point, the front joined; a box selects, a click chooses.

import {brush, line, pointer, quadtree, scaleOrdinal, schemeTableau10} from "d3";

import {MARGIN, chart, colourOf, drawAxes, scaleFor} from "./axes.js";
import {choose, chosenPoint, onChange, selected, setRange, shown} from "./selection.js";
import {front, levels, value} from "./sweep_data.js";

const HEIGHT = 380;

export class Scatter {
    constructor(options) {
        this.options = options;
        onChange(() => this.paint());
    }

    draw() {
        const {x, y, log} = this.options();
        this.points = shown().filter(i => value(x, i) !== null && value(y, i) !== null);
        this.chart = chart("scatter", HEIGHT);
        const {svg, width, height} = this.chart;
        this.x = scaleFor(x, this.points, [MARGIN.left, width - MARGIN.right], log);
        this.y = scaleFor(y, this.points, [height - MARGIN.bottom, MARGIN.top], log);
        drawAxes(this.chart, this.x, this.y, x, y);
        const edge = front(this.points, x, y);
        this.edge = new Set(edge);
        const at = i => [this.x(value(x, i)), this.y(value(y, i))];
        svg.append("path").attr("class", "front").attr("d", line()(edge.map(at)));
        this.tree = quadtree(this.points, i => at(i)[0], i => at(i)[1]);
        this.at = at;
        const box = brush().extent([[MARGIN.left, MARGIN.top],
                                    [width - MARGIN.right, height - MARGIN.bottom]])
            .on("brush end", ({selection, sourceEvent}) => this.brushed(selection, sourceEvent));
        svg.append("g").attr("class", "brush").call(box);
        svg.on("click", event => this.clicked(event));
        this.paint();
    }

    brushed(box, event) {
        if (!event) {
            return;
        }
        setRange("scatter", box && (i => {
            const [px, py] = this.at(i);
            return px >= box[0][0] && px <= box[1][0] && py >= box[0][1] && py <= box[1][1];
        }));
    }

    clicked(event) {
        const [px, py] = pointer(event);
        const near = this.tree.find(px, py, 14);
        if (near !== undefined) {
            choose(near);
        }
    }

    paint() {
        if (!this.chart) {
            return;
        }
        const {colour} = this.options();
        const {pen, width, height} = this.chart;
        const colours = scaleOrdinal(levels(colour), schemeTableau10);
        const lit = new Set(selected(this.points));
        pen.clearRect(0, 0, width, height);
        for (const i of this.points) {
            const [px, py] = this.at(i);
            pen.globalAlpha = lit.has(i) ? 0.85 : 0.08;
            pen.fillStyle = colours(value(colour, i));
            pen.beginPath();
            pen.arc(px, py, i === chosenPoint() ? 7 : 3.5, 0, 2 * Math.PI);
            pen.fill();
            if (this.edge.has(i)) {
                pen.strokeStyle = colourOf("--spill");
                pen.stroke();
            }
        }
        pen.globalAlpha = 1;
        this.legend(colours, colour);
    }

    legend(colours, colour) {
        const {svg, width} = this.chart;
        svg.selectAll(".legend").remove();
        const names = levels(colour).slice(0, 10);
        names.forEach((name, row) => {
            const entry = svg.append("g").attr("class", "legend")
                .attr("transform", `translate(${width - 110},${MARGIN.top + 8 + 15 * row})`);
            entry.append("circle").attr("r", 4).attr("cy", -4).attr("fill", colours(name));
            entry.append("text").attr("x", 9).text(String(name));
        });
    }
}
