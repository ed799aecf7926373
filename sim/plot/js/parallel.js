// One line a point across an axis a column; ranges on the axes select.

import {axisLeft, brushY, scalePoint, select} from "d3";

import {MARGIN, chart, colourOf, scaleFor} from "./axes.js";
import {hasRanges, onChange, selected, setRange, shown} from "./selection.js";
import {isNumeric, value} from "./sweep_data.js";

const HEIGHT = 320;

export class Parallel {
    constructor(names) {
        this.names = names;
        this.frame = 0;
        onChange(() => this.schedule());
    }

    draw() {
        this.points = shown();
        this.chart = chart("parallel", HEIGHT);
        const {svg, width, height} = this.chart;
        this.across = scalePoint(this.names, [MARGIN.left, width - MARGIN.right - 20]);
        this.scales = new Map(this.names.map(name => [
            name, scaleFor(name, this.points, [height - 16, 34], false)]));
        for (const name of this.names) {
            const scale = this.scales.get(name);
            const axis = svg.append("g").attr("class", "axis")
                .attr("transform", `translate(${this.across(name)},0)`);
            axis.call(isNumeric(name) ? axisLeft(scale).ticks(5, "~s") : axisLeft(scale));
            axis.append("text").attr("class", "title").attr("y", 20).attr("text-anchor", "middle")
                .text(name);
            const range = brushY().extent([[-10, 34], [10, height - 16]])
                .on("brush end", ({selection, sourceEvent}) => {
                    if (sourceEvent) {
                        this.brushed(name, selection);
                    }
                });
            axis.append("g").attr("class", "brush").attr("data-column", name).call(range);
        }
        this.paint();
    }

    brushed(name, range) {
        const scale = this.scales.get(name);
        setRange(`axis ${name}`, range && (i => {
            const at = value(name, i);
            return at !== null && scale(at) >= range[0] && scale(at) <= range[1];
        }));
    }

    clear() {
        select("#parallel").selectAll(".brush").each((_, i, groups) => {
            select(groups[i]).call(brushY().clear);
        });
    }

    // At most once a frame, however fast ranges change.
    schedule() {
        if (!this.frame) {
            this.frame = requestAnimationFrame(() => {
                this.frame = 0;
                this.paint();
            });
        }
    }

    paint() {
        if (!this.chart) {
            return;
        }
        const {pen, width, height} = this.chart;
        pen.clearRect(0, 0, width, height);
        const lit = selected(this.points);
        const trace = (points, colour, alpha) => {
            pen.strokeStyle = colour;
            pen.globalAlpha = alpha;
            pen.beginPath();
            for (const i of points) {
                let drawing = false;
                for (const name of this.names) {
                    const at = value(name, i);
                    if (at === null) {
                        drawing = false;
                        continue;
                    }
                    const [x, y] = [this.across(name), this.scales.get(name)(at)];
                    if (drawing) {
                        pen.lineTo(x, y);
                    } else {
                        pen.moveTo(x, y);
                    }
                    drawing = true;
                }
            }
            pen.stroke();
        };
        if (hasRanges()) {
            trace(this.points, colourOf("--drained"), 0.25);
        }
        trace(lit, colourOf("--accent"), Math.min(0.8, Math.max(0.06, 60 / (lit.length || 1))));
        pen.globalAlpha = 1;
    }
}
