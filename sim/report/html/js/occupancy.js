// How full each tier is over time. It tells what is in use from what is only held: an ALLOC opens a
// buffer as soon as its addresses are free, long before the first operation may touch it.

import {percent} from "./format.js";
import {Surface} from "./raster.js";
import {bisect} from "./run_data.js";
import {packed} from "./theme.js";

const OCCUPANCY = {pitch: 62, top: 8, height: 46};

export class OccupancyPanel {
    constructor(run, theme, canvas) {
        this.run = run;
        this.theme = theme;
        this.surface = new Surface(canvas);
        this.height = run.tiers.length * OCCUPANCY.pitch;
    }

    rows() {
        return this.run.tiers.map((tier, i) => {
            const peak = this.run.summary.resident_peak[tier.name];
            return {
                label: tier.name,
                detail: `peak ${percent(peak / tier.capacity)}`,
                top: i * OCCUPANCY.pitch + OCCUPANCY.top,
                height: OCCUPANCY.height,
            };
        });
    }

    draw(domain, ticks) {
        const s = this.surface;
        const toX = t => (t - domain[0]) * s.width / (domain[1] - domain[0]);
        s.clear();
        const live = packed(this.theme.accent);
        const held = packed(this.theme.held);
        const line = Math.max(1, Math.round(s.scale));
        const lanes = this.run.tiers.map((tier, i) => {
            const top = s.px(i * OCCUPANCY.pitch + OCCUPANCY.top);
            const bottom = top + s.px(OCCUPANCY.height);
            // What is there at all stays visible.
            const toY = level => level === 0 ? bottom : bottom - Math.max(line, Math.round(
                Math.min(1, level / tier.capacity) * (bottom - top)));
            this.eachColumn(tier, domain, (c, heldUnits, liveUnits) => {
                const y = toY(heldUnits);
                s.column(c, y, bottom, held);
                s.column(c, toY(liveUnits), bottom, live, 0.82);
                s.column(c, y, Math.min(bottom, y + line), live);
            });
            return {top, bottom};
        });
        s.flush();
        const {context} = s;
        context.globalCompositeOperation = "destination-over";
        context.fillStyle = this.theme.grid;
        for (const t of ticks) {
            context.fillRect(Math.round(toX(t)), 0, line, s.height);
        }
        context.fillStyle = this.theme.lane;
        for (const lane of lanes) {
            context.fillRect(0, lane.top, s.width, lane.bottom - lane.top);
        }
        context.globalCompositeOperation = "source-over";
        context.strokeStyle = this.theme.muted;
        context.lineWidth = line;
        context.setLineDash([4 * s.scale, 3 * s.scale]);
        for (const lane of lanes) {
            context.beginPath();
            context.moveTo(0, lane.top + line / 2);
            context.lineTo(s.width, lane.top + line / 2);
            context.stroke();
        }
        context.setLineDash([]);
    }

    // visit(column, most units held, most units in use) for every device pixel column.
    eachColumn(tier, domain, visit) {
        const {width} = this.surface;
        const span = (domain[1] - domain[0]) / width;
        if (this.run.bins) {
            const {bins} = this.run;
            const {held, live} = bins.tiers[tier.index];
            for (let c = 0; c < width; ++c) {
                const from = (domain[0] + c * span) / bins.width;
                const first = Math.floor(from);
                const last = Math.max(first + 1, Math.ceil(from + span / bins.width));
                let most = 0;
                let mostLive = 0;
                for (let b = first; b < Math.min(last, bins.count); ++b) {
                    most = Math.max(most, held[b]);
                    mostLive = Math.max(mostLive, live[b]);
                }
                visit(c, most, mostLive);
            }
            return;
        }
        const walk = steps => {
            let next = bisect(0, steps.time.length, k => steps.time[k] > domain[0]);
            let level = next > 0 ? steps.level[next - 1] : 0;
            return until => {
                let most = level;
                for (; next < steps.time.length && steps.time[next] < until; ++next) {
                    level = steps.level[next];
                    most = Math.max(most, level);
                }
                return most;
            };
        };
        const held = walk(tier.held);
        const live = walk(tier.live);
        for (let c = 0; c < width; ++c) {
            const until = domain[0] + (c + 1) * span;
            visit(c, held(until), live(until));
        }
    }

    // {tier, time} at (x, y), or null.
    hit(x, y, axis) {
        const lane = Math.floor(y / OCCUPANCY.pitch);
        const tier = this.run.tiers[lane];
        const t = axis.scale().invert(x);
        return tier && t >= 0 && t <= this.run.makespan ? {tier, time: t} : null;
    }
}
