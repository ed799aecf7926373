// One lane per pipe. A lane's height is the share of the time that its pipe works: a block fills
// it, and where blocks are finer than a few pixels each column shows their mix, stacked by op. The
// strip below a lane says what the pipe waited for in its idle time, a tick above it marks spills.

import {percent} from "./format.js";
import {Coverage, Surface, hatch} from "./raster.js";
import {bisect, isSpill, nodeAtOrAfter, pipeOf} from "./run_data.js";
import {packed} from "./theme.js";

const LANE = {pitch: 46, tick: 8, bar: 28, gap: 2, strip: 4};
export const FINEST_BLOCK = 3;     // device pixels; what is narrower goes into the mix
const WAIT_KINDS = ["dependency", "address", "contention", "drained"];

export class GanttPanel {
    constructor(run, theme, view, canvas) {
        this.run = run;
        this.theme = theme;
        this.view = view;
        this.surface = new Surface(canvas);
        this.height = run.pipes.length * LANE.pitch;
        this.mix = new Coverage(run.ops.length);
        this.waits = new Coverage(WAIT_KINDS.length);
        this.laneOps = run.pipes.map(p => p.ops.map(o => run.ops.indexOf(o.op)));
    }

    rows() {
        return this.run.pipes.map((pipe, i) => ({
            label: pipe.name,
            detail: percent(this.run.summary.utilization[pipe.name]),
            top: i * LANE.pitch + LANE.tick,
            height: LANE.bar,
        }));
    }

    draw(domain, ticks) {
        const s = this.surface;
        const columnsPerCycle = s.width / (domain[1] - domain[0]);
        const toX = t => (t - domain[0]) * columnsPerCycle;
        s.clear();
        this.waitColours = WAIT_KINDS.map(kind => packed(this.theme[kind]));
        const lanes = this.run.pipes.map((pipe, i) => {
            this.mix.reset(s.width);
            this.waits.reset(s.width);
            const lane = {top: s.px(i * LANE.pitch + LANE.tick), height: s.px(LANE.bar), blocks: [],
                          spills: new Uint8Array(s.width)};
            if (this.run.nodes) {
                this.collectNodes(pipe, domain, toX, lane);
            } else {
                this.collectBins(this.run.bins, pipe, domain, toX, lane);
            }
            this.paintMix(lane, this.laneOps[i]);
            this.paintWaits(lane);
            return lane;
        });
        s.flush();
        for (const lane of lanes) {
            this.paintBlocks(lane, toX);
            this.paintTicks(lane);
        }
        this.paintGround(lanes, ticks.map(toX));
    }

    collectNodes(pipe, domain, toX, lane) {
        const n = this.run.nodes;
        const first = bisect(pipe.first, pipe.last, i => n.end[i] >= domain[0]);
        for (let i = first; i < pipe.last; ++i) {
            const start = n.start[i];
            const waitedFrom = start - n.dependency[i] - n.address[i];
            if (waitedFrom > domain[1]) {
                break;
            }
            const x = toX(start);
            if (waitedFrom < start) {
                const addressFrom = toX(start - n.address[i]);
                this.waits.add(0, toX(waitedFrom), addressFrom);
                this.waits.add(1, addressFrom, x);
            }
            if (start > domain[1]) {
                break;
            }
            const end = toX(n.end[i]);
            if (n.contention[i] > 0) {
                this.waits.add(2, toX(start + n.cycles[i]), end);
            }
            if (end - x >= FINEST_BLOCK) {
                lane.blocks.push(i);
            } else {
                this.mix.add(n.op[i], x, end);
            }
            if (isSpill(this.run, n.op[i])) {
                lane.spills[Math.min(lane.spills.length - 1, Math.max(0, Math.floor(x)))] = 1;
            }
        }
        const drained = pipe.last > pipe.first ? n.end[pipe.last - 1] : 0;
        this.waits.add(3, toX(drained), toX(this.run.makespan));
    }

    collectBins(bins, pipe, domain, toX, lane) {
        const p = bins.pipes[pipe.index];
        const last = Math.min(bins.count, Math.ceil(domain[1] / bins.width));
        for (let b = Math.floor(domain[0] / bins.width); b < last; ++b) {
            const from = toX(b * bins.width);
            const to = toX(Math.min(this.run.makespan, (b + 1) * bins.width));
            const whole = 255 * Math.min(1, this.run.makespan / bins.width - b);
            const parts = [p.dependency[b], p.address[b], p.contention[b]].map(v => v / whole);
            const busy = p.busy[b] / whole;
            this.mix.add(p.op[b], from, to, busy);
            parts.forEach((share, kind) => this.waits.add(kind, from, to, share));
            const rest = 1 - busy - parts[0] - parts[1] - parts[2];
            if (rest > 0.02) {
                this.waits.add(3, from, to, rest);
            }
            if (p.spills[b] > 0) {
                lane.spills[Math.min(lane.spills.length - 1, Math.max(0, Math.floor(from)))] = 1;
            }
        }
    }

    paintMix(lane, ops) {
        const s = this.surface;
        const bottom = lane.top + lane.height;
        for (let c = 0; c < s.width; ++c) {
            let filled = 0;
            let y = bottom;
            for (const op of ops) {
                const share = this.mix.at(c, op);
                if (share > 0) {
                    filled = Math.min(1, filled + share);
                    const top = Math.min(y - 1, bottom - Math.round(filled * lane.height));
                    s.column(c, Math.max(lane.top, top), y, this.theme.opPixel[op],
                             this.strength(op));
                    y = Math.max(lane.top, top);
                }
            }
        }
    }

    paintWaits(lane) {
        const s = this.surface;
        const height = s.px(LANE.strip);
        const bottom = lane.top + lane.height + s.px(LANE.gap) + height;
        for (let c = 0; c < s.width; ++c) {
            let filled = 0;
            for (let kind = 0; kind < WAIT_KINDS.length; ++kind) {
                const share = this.waits.at(c, kind);
                if (share > 0) {
                    const from = Math.round(filled * height);
                    filled = Math.min(1, filled + share);
                    s.column(c, bottom - Math.round(filled * height), bottom - from,
                             this.waitColours[kind], 0.75);
                }
            }
        }
    }

    strength(op) {
        return this.view.emphasis < 0 || this.view.emphasis === op ? 1 : 0.16;
    }

    paintBlocks(lane, toX) {
        const {context, scale} = this.surface;
        const n = this.run.nodes;
        context.font = `${Math.round(11 * scale)}px ${this.theme.font}`;
        context.textBaseline = "middle";
        context.textAlign = "center";
        const labelWidth = this.run.ops.map(name => context.measureText(name).width + 10 * scale);
        for (const i of lane.blocks) {
            const op = n.op[i];
            const x = Math.max(-2, toX(n.start[i]));
            const end = Math.min(this.surface.width + 2, toX(n.end[i]));
            const width = end - x - (end - x >= 6 * scale ? scale : 0);
            context.globalAlpha = this.strength(op);
            context.fillStyle = this.theme.op[op];
            context.fillRect(x, lane.top, width, lane.height);
            if (isSpill(this.run, op) && width >= 6 * scale) {
                hatch(context, x, lane.top, width, lane.height, "rgba(255,255,255,0.55)",
                      7 * scale);
            }
            if (width >= labelWidth[op]) {
                context.fillStyle = this.theme.opInk[op];
                context.fillText(this.run.ops[op], x + width / 2,
                                 lane.top + lane.height / 2 + scale);
            }
        }
        context.globalAlpha = 1;
    }

    paintTicks(lane) {
        const {context, scale, width} = this.surface;
        context.fillStyle = this.theme.spill;
        for (let x = 0; x < width; ++x) {
            if (lane.spills[x]) {
                context.beginPath();
                context.moveTo(x + 0.5, lane.top - scale);
                context.lineTo(x + 0.5 - 3 * scale, lane.top - 6 * scale);
                context.lineTo(x + 0.5 + 3 * scale, lane.top - 6 * scale);
                context.fill();
                x += Math.round(6 * scale);
            }
        }
    }

    // Behind all that is painted already.
    paintGround(lanes, ticks) {
        const {context, width, height, scale} = this.surface;
        context.globalCompositeOperation = "destination-over";
        context.fillStyle = this.theme.grid;
        for (const x of ticks) {
            context.fillRect(Math.round(x), 0, Math.max(1, Math.floor(scale)), height);
        }
        context.fillStyle = this.theme.lane;
        for (const lane of lanes) {
            context.fillRect(0, lane.top, width, lane.height);
        }
        context.globalCompositeOperation = "source-over";
    }

    // What stands at (x, y), CSS pixels: {node}, {idle: pipe, from, to, next}, {bin, pipe} or null.
    hit(x, y, axis) {
        const lane = Math.floor(y / LANE.pitch);
        if (lane < 0 || lane >= this.run.pipes.length) {
            return null;
        }
        const pipe = this.run.pipes[lane];
        const scale = axis.scale();
        const t = scale.invert(x);
        if (!this.run.nodes) {
            const bin = Math.floor(t / this.run.bins.width);
            return bin >= 0 && bin < this.run.bins.count ? {bin, pipe} : null;
        }
        const n = this.run.nodes;
        const i = nodeAtOrAfter(this.run, pipe, t);
        // A spill of a backed buffer takes no time: it can only be met by aiming near it.
        const reach = 4;
        for (const near of [i - 1, i]) {
            if (near >= pipe.first && near < pipe.last && n.start[near] === n.end[near] &&
                Math.abs(scale(n.start[near]) - x) <= reach) {
                return {node: near};
            }
        }
        if (i < pipe.last && n.start[i] <= t) {
            return {node: i};
        }
        return {
            idle: pipe,
            from: i > pipe.first ? n.end[i - 1] : 0,
            to: i < pipe.last ? n.start[i] : this.run.makespan,
            next: i < pipe.last ? i : -1,
        };
    }

    // Where a node is drawn, CSS pixels within the panel.
    box(node, axis) {
        const lane = this.run.pipes.indexOf(pipeOf(this.run, node));
        const scale = axis.scale();
        const x = scale(this.run.nodes.start[node]);
        return {
            x,
            y: lane * LANE.pitch + LANE.tick,
            width: Math.max(1, scale(this.run.nodes.end[node]) - x),
            height: LANE.bar,
        };
    }
}
