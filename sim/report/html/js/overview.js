// The whole run in a strip above the panels: one thin row per pipe, as dark as the pipe is busy,
// and a brush that is the window the panels show.

import {brushX, pointer, select} from "d3";

import {Coverage, Surface} from "./raster.js";
import {packed} from "./theme.js";

export class Overview {
    constructor(run, theme, axis) {
        this.run = run;
        this.theme = theme;
        this.axis = axis;
        this.surface = new Surface(document.querySelector("#overview canvas"));
        this.height = Math.max(18, run.pipes.length * 6);
        this.brush = brushX().handleSize(8).on("brush end", event => this.brushed(event));
        this.svg = select("#overview svg");
        this.group = this.svg.append("g");
        document.querySelector("#overview .plot-area").style.height = `${this.height}px`;
    }

    resize(width) {
        this.width = width;
        this.surface.resize(width, this.height);
        this.brush.extent([[0, 0], [width, this.height]]);
        this.group.call(this.brush);
        this.draw();
    }

    draw() {
        const s = this.surface;
        const scale = s.width / this.axis.full;
        s.clear();
        const busy = new Coverage(1);
        this.run.pipes.forEach((pipe, lane) => {
            busy.reset(s.width);
            this.addBusy(pipe, busy, scale);
            const top = Math.round(lane * s.height / this.run.pipes.length);
            const bottom = Math.round((lane + 1) * s.height / this.run.pipes.length) - 1;
            const colour = packed(this.theme.op[this.run.ops.indexOf(pipe.ops[0].op)]);
            for (let c = 0; c < s.width; ++c) {
                s.column(c, top, bottom, colour, Math.min(1, busy.at(c, 0)));
            }
        });
        s.flush();
    }

    addBusy(pipe, busy, scale) {
        const n = this.run.nodes;
        if (n) {
            for (let i = pipe.first; i < pipe.last; ++i) {
                busy.add(0, n.start[i] * scale, n.end[i] * scale);
            }
            return;
        }
        const {bins} = this.run;
        const share = bins.pipes[pipe.index].busy;
        for (let b = 0; b < bins.count; ++b) {
            busy.add(0, b * bins.width * scale, (b + 1) * bins.width * scale, share[b] / 255);
        }
    }

    brushed({sourceEvent, selection, type}) {
        if (!sourceEvent) {
            return;
        }
        const scale = this.axis.full / this.width;
        if (selection) {
            this.axis.show(selection[0] * scale, selection[1] * scale);
        } else if (type === "end") {
            // A click: the window goes there.
            const middle = pointer(sourceEvent, this.group.node())[0] * scale;
            const [t0, t1] = this.axis.domain();
            this.axis.show(middle - (t1 - t0) / 2, middle + (t1 - t0) / 2);
        }
    }

    // The brush follows the window. At full view there is none, so that one can be drawn anywhere.
    update() {
        if (!this.width) {
            return;
        }
        const [t0, t1] = this.axis.domain();
        const scale = this.width / this.axis.full;
        const ends = [t0 * scale, Math.max(t1 * scale, t0 * scale + 2)];
        this.group.call(this.brush.move, this.axis.isFull() ? null : ends);
    }
}
