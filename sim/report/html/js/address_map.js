// Which buffer holds which addresses of each tier over time. A residency is pale from its opening
// to its first user and solid from there; it has the colour of the op that first worked in its
// buffer. Spills mark its edges.

import {integer} from "./format.js";
import {FINEST_BLOCK} from "./gantt.js";
import {Surface, hatch} from "./raster.js";
import {bisect, tierOf} from "./run_data.js";
import {packed} from "./theme.js";

const MAP = {gap: 16, top: 6, heights: {L1: 168, UB: 120}, height: 84};

export class AddressPanel {
    constructor(run, theme, view, canvas) {
        this.run = run;
        this.theme = theme;
        this.view = view;
        this.surface = new Surface(canvas);
        let top = 0;
        this.lanes = run.tiers.map(tier => {
            const height = MAP.heights[tier.name] || MAP.height;
            const lane = {tier, top: top + MAP.top, height};
            top += height + MAP.gap;
            return lane;
        });
        this.height = top;
        if (run.residencies) {
            for (const tier of run.tiers) {
                this.indexTier(tier);
            }
        }
    }

    // Latest closing among a residency and those before it: where to start looking.
    indexTier(tier) {
        const r = this.run.residencies;
        tier.latestClose = new Float64Array(tier.last - tier.first);
        let latest = 0;
        for (let i = tier.first; i < tier.last; ++i) {
            latest = Math.max(latest, r.close[i]);
            tier.latestClose[i - tier.first] = latest;
        }
    }

    rows() {
        return this.lanes.map(lane => ({
            label: lane.tier.name,
            detail: "",
            top: lane.top,
            height: lane.height,
            ends: [integer(lane.tier.capacity), "0"],
        }));
    }

    draw(domain, ticks) {
        const s = this.surface;
        const toX = t => (t - domain[0]) * s.width / (domain[1] - domain[0]);
        s.clear();
        const drawn = this.lanes.map(lane => {
            const area = {top: s.px(lane.top), height: s.px(lane.height)};
            return {area, rectangles: this.run.residencies
                ? this.collect(lane.tier, area, domain, toX)
                : this.paintGrid(lane.tier, area, domain)};
        });
        s.flush();
        for (const {rectangles} of drawn) {
            this.paintRectangles(rectangles);
        }
        const {context} = s;
        context.globalCompositeOperation = "destination-over";
        context.fillStyle = this.theme.grid;
        for (const t of ticks) {
            context.fillRect(Math.round(toX(t)), 0, Math.max(1, Math.floor(s.scale)), s.height);
        }
        context.fillStyle = this.theme.lane;
        for (const {area} of drawn) {
            context.fillRect(0, area.top, s.width, area.height);
        }
        context.globalCompositeOperation = "source-over";
    }

    // The visible residencies that are wide enough to draw one by one; the others go into the
    // raster.
    collect(tier, area, domain, toX) {
        const r = this.run.residencies;
        const s = this.surface;
        const cells = this.cellsOf(tier, s.width * (area.height + 1) * 4);
        const list = [];
        const first = bisect(tier.first, tier.last,
                             i => tier.latestClose[i - tier.first] >= domain[0]);
        const unit = area.height / tier.capacity;
        let fine = false;
        for (let i = first; i < tier.last && r.open[i] <= domain[1]; ++i) {
            if (r.close[i] < domain[0]) {
                continue;
            }
            const top = area.height - (r.lo[i] + r.size[i]) * unit;
            const bottom = area.height - r.lo[i] * unit;
            const open = toX(r.open[i]);
            const live = toX(r.live[i]);
            const close = toX(r.close[i]);
            if (close - open >= FINEST_BLOCK) {
                list.push({i, open, live, close, top: area.top + top, bottom: area.top + bottom});
            } else if (close > live) {
                this.addCells(cells, area.height, live, close, top, bottom, this.pixelOf(i));
                fine = true;
            }
        }
        if (fine) {
            this.paintCells(cells, area);
        }
        return list;
    }

    cellsOf(tier, length) {
        if (!tier.cells || tier.cells.length !== length) {
            tier.cells = new Float32Array(length);
        } else {
            tier.cells.fill(0);
        }
        return tier.cells;
    }

    pixelOf(i) {
        const r = this.run.residencies;
        if (r.spilledOut[i] || r.spilledIn[i]) {
            return this.theme.spillPixel;
        }
        return this.theme.opPixel[r.colourOp[i]] || this.theme.mutedPixel;
    }

    // Red, green and blue weighted by the share of the pixel, and the share, column by column:
    // added where a residency begins and taken away where it ends, so that its height costs
    // nothing.
    addCells(cells, height, from, to, top, bottom, colour) {
        const {width} = this.surface;
        const y0 = Math.max(0, Math.min(height - 1, Math.floor(top)));
        const y1 = Math.min(height, Math.max(Math.ceil(bottom), y0 + 1));
        for (let c = Math.max(0, Math.floor(from)); c < Math.min(width, to); ++c) {
            const share = Math.min(to, c + 1) - Math.max(from, c);
            const begin = (c * (height + 1) + y0) * 4;
            const end = (c * (height + 1) + y1) * 4;
            cells[begin] += share * colour.r;
            cells[begin + 1] += share * colour.g;
            cells[begin + 2] += share * colour.b;
            cells[begin + 3] += share;
            cells[end] -= share * colour.r;
            cells[end + 1] -= share * colour.g;
            cells[end + 2] -= share * colour.b;
            cells[end + 3] -= share;
        }
    }

    paintCells(cells, area) {
        const s = this.surface;
        const {height} = area;
        // Sums that went up and down again are off by a little.
        const channel = value => Math.max(0, Math.min(255, Math.round(value)));
        for (let c = 0; c < s.width; ++c) {
            let r = 0;
            let g = 0;
            let b = 0;
            let share = 0;
            let at = c * (height + 1) * 4;
            let pixel = area.top * s.width + c;
            for (let y = 0; y < height; ++y, at += 4, pixel += s.width) {
                r += cells[at];
                g += cells[at + 1];
                b += cells[at + 2];
                share += cells[at + 3];
                if (share > 0.004) {
                    s.pixels[pixel] = Surface.word(
                        channel(r / share), channel(g / share), channel(b / share),
                        channel(255 * share));
                }
            }
        }
    }

    paintGrid(tier, area, domain) {
        const s = this.surface;
        const {bins} = this.run;
        const {map} = bins.tiers[tier.index];
        const colour = packed(this.theme.accent);
        for (let c = 0; c < s.width; ++c) {
            const t = domain[0] + (c + 0.5) / s.width * (domain[1] - domain[0]);
            const column = Math.floor(t / bins.mapWidth);
            if (column >= bins.mapColumns) {
                break;
            }
            for (let row = 0; row < bins.mapRows; ++row) {
                const share = map[row * bins.mapColumns + column] / 255;
                if (share > 0) {
                    const bottom = area.height - Math.floor(row * area.height / bins.mapRows);
                    const top = area.height - Math.floor((row + 1) * area.height / bins.mapRows);
                    s.column(c, area.top + top, area.top + bottom, colour, share);
                }
            }
        }
        return [];
    }

    paintRectangles(list) {
        const {context, scale, width} = this.surface;
        const r = this.run.residencies;
        const edge = Math.max(1, Math.round(scale));
        for (const {i, open, live, close, top, bottom} of list) {
            const op = r.colourOp[i];
            const x0 = Math.max(-4, open);
            const x1 = Math.min(width + 4, close);
            const xLive = Math.min(x1, Math.max(x0, live));
            const air = bottom - top >= 4 * edge ? edge : 0;
            const height = Math.max(1, bottom - top - air);
            const dim = this.view.emphasis < 0 || this.view.emphasis === op ? 1 : 0.2;
            context.fillStyle = op < 0 ? this.theme.muted : this.theme.op[op];
            context.globalAlpha = 0.22 * dim;
            context.fillRect(x0, top, xLive - x0, height);
            context.globalAlpha = 0.9 * dim;
            const right = x1 - (x1 - xLive >= 5 * edge ? edge : 0);
            context.fillRect(xLive, top, right - xLive, height);
            if (r.spilledOut[i] || r.spilledIn[i]) {
                this.paintSpillMark(i, open, close, x0, xLive, right, top, height);
            }
        }
        context.globalAlpha = 1;
    }

    paintSpillMark(i, open, close, x0, xLive, right, top, height) {
        const {context, scale} = this.surface;
        const r = this.run.residencies;
        const thickness = Math.min(3 * scale, Math.max(scale, (right - x0) / 3));
        context.globalAlpha = 1;
        if (right - xLive >= 14 * scale && height >= 7 * scale) {
            hatch(context, xLive, top, right - xLive, height, "rgba(255,255,255,0.35)", 8 * scale);
        }
        context.fillStyle = this.theme.spill;
        if (r.spilledIn[i] && open >= x0) {
            context.fillRect(x0, top, thickness, height);
        }
        if (r.spilledOut[i] && close <= right + 2 * scale) {
            context.fillRect(right - thickness, top, thickness, height);
        }
    }

    // {residency}, {tier, time, address} where nothing is held, {cell...} of the grid, or null.
    hit(x, y, axis) {
        const lane = this.lanes.find(l => y >= l.top && y < l.top + l.height);
        if (!lane) {
            return null;
        }
        const {tier} = lane;
        const t = axis.scale().invert(x);
        const address = Math.min(tier.capacity - 1, Math.floor(
            (lane.top + lane.height - y) / lane.height * tier.capacity));
        if (this.run.bins) {
            return {tier, time: t, address, cell: true};
        }
        const r = this.run.residencies;
        let found = -1;
        const last = bisect(tier.first, tier.last, i => r.open[i] > t);
        for (let i = last - 1; i >= tier.first && tier.latestClose[i - tier.first] > t; --i) {
            if (r.close[i] > t && r.lo[i] <= address && address < r.lo[i] + r.size[i]) {
                found = i;
                break;
            }
        }
        return found < 0 ? {tier, time: t, address} : {residency: found};
    }

    box(residency, axis) {
        const r = this.run.residencies;
        const lane = this.lanes.find(l => l.tier === tierOf(this.run, residency));
        const scale = axis.scale();
        const x = scale(r.open[residency]);
        const unit = lane.height / lane.tier.capacity;
        return {
            x,
            y: lane.top + lane.height - (r.lo[residency] + r.size[residency]) * unit,
            width: Math.max(1, scale(r.close[residency]) - x),
            height: Math.max(1, r.size[residency] * unit),
        };
    }
}
