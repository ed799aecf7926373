// What the pointer, or the keyboard, stands on, in words.

import {element} from "./dom.js";
import {bytes, cycles, integer, percent, plural} from "./format.js";
import {describeLayer, shapeText} from "./layer_words.js";
import {isSpill, lastWork, pipeOf, stepAt, tierOf} from "./run_data.js";

export class Tooltip {
    constructor(run, theme, box, announcer) {
        this.run = run;
        this.theme = theme;
        this.box = box;
        this.announcer = announcer;
    }

    // `content` is {title, colour, rows: [[label, text...]], note}; (x, y) in viewport pixels.
    show(content, x, y, pinned) {
        this.box.replaceChildren(
            element("div", {class: "tip-title"},
                    content.colour ? element("i", {class: "swatch", style:
                        `background:${content.colour}`}) : null,
                    content.title),
            element("table", {}, element("tbody", {}, ...content.rows.map(([label, ...lines]) =>
                element("tr", {}, element("th", {scope: "row"}, label),
                        element("td", {}, ...lines.map(line => element("div", {}, line))))))));
        if (content.note) {
            this.box.append(element("p", {class: "tip-note"}, content.note));
        }
        if (pinned) {
            this.box.append(
                element("p", {class: "tip-note"}, "Pinned. Escape or a click lets go."));
        }
        this.box.classList.toggle("pinned", Boolean(pinned));
        this.box.hidden = false;
        this.moveTo(x, y);
    }

    // Beside (x, y), viewport pixels, where it fits.
    moveTo(x, y) {
        const {width, height} = this.box.getBoundingClientRect();
        const room = document.documentElement;
        const left = x + 16 + width > room.clientWidth ? x - 16 - width : x + 16;
        const top = y + 16 + height > room.clientHeight ? y - 16 - height : y + 16;
        this.box.style.left = `${Math.max(4, Math.min(left, room.clientWidth - width - 4))}px`;
        this.box.style.top = `${Math.max(4, Math.min(top, room.clientHeight - height - 4))}px`;
    }

    hide() {
        this.box.hidden = true;
    }

    announce(content) {
        this.announcer.textContent =
            [content.title, ...content.rows.map(row => row.join(" "))].join(". ");
    }

    nodeName(i) {
        const n = this.run.nodes;
        return `node ${n.id[i]} ${this.run.ops[n.op[i]]} on ${pipeOf(this.run, i).name}`;
    }

    range(r) {
        const {lo, size} = this.run.residencies;
        return `[${integer(lo[r])}, ${integer(lo[r] + size[r])})`;
    }

    buffer(r) {
        const {buffer, size} = this.run.residencies;
        return `buffer ${buffer[r]}: ${tierOf(this.run, r).name} ${this.range(r)}, ` +
               `${plural(size[r], "unit", "units")}`;
    }

    buffers(i) {
        const n = this.run.nodes;
        const lines = [];
        const most = 6;
        for (let u = n.useOffset[i]; u < n.useOffset[i + 1]; ++u) {
            lines.push(this.buffer(n.uses[u]));
        }
        return lines.length <= most
            ? lines
            : [...lines.slice(0, most - 1), `and ${lines.length - most + 1} more`];
    }

    // One line for each kind of idle time before node i.
    waits(i) {
        const n = this.run.nodes;
        const r = this.run.residencies;
        const lines = [];
        if (n.dependency[i] > 0) {
            const work = n.workBack[i] === 0 ? undefined : n.byId.get(n.id[i] - n.workBack[i]);
            lines.push(`${cycles(n.dependency[i])} for a dependency` +
                       (work === undefined ? "" : `: ${this.nodeName(work)}`));
        }
        if (n.address[i] > 0) {
            let line = `${cycles(n.address[i])} for an address`;
            if (n.closer[i] > 0) {
                const gone = n.closer[i] - 1;
                line += `: ${tierOf(this.run, gone).name} ${this.range(gone)}, held by buffer ` +
                        `${r.buffer[gone]}`;
                const last = lastWork(this.run, gone);
                line += last < 0 ? "" : ` until ${this.nodeName(last)}`;
            }
            lines.push(line);
        }
        if (lines.length === 0) {
            lines.push("nothing: it started as soon as its pipe was free");
        }
        return lines;
    }

    describe(hit, axis) {
        if (hit.layer !== undefined) {
            return describeLayer(this.run.summary, hit.layer);
        }
        if (hit.node !== undefined) {
            return this.describeNode(hit.node, axis);
        }
        if (hit.residency !== undefined) {
            return this.describeResidency(hit.residency);
        }
        if (hit.idle) {
            return this.describeIdle(hit);
        }
        if (hit.bin !== undefined) {
            return this.describeBin(hit);
        }
        if (hit.cell) {
            return this.describeCell(hit);
        }
        return hit.address === undefined ? this.describeOccupancy(hit) : this.describeFree(hit);
    }

    describeNode(i, axis) {
        const n = this.run.nodes;
        const spill = isSpill(this.run, n.op[i]);
        const rows = [
            ["Pipe", pipeOf(this.run, i).name],
            ["Start", integer(n.start[i])],
            ["End", integer(n.end[i])],
            ["Cycles", cycles(n.end[i] - n.start[i])],
        ];
        if (n.layer && n.layer[i] > 0) {
            rows.unshift(["Layer", this.run.summary.layers[n.layer[i] - 1].name],
                         ["Shape", shapeText(n.shapes[n.shape[i] - 1])]);
        }
        if (n.contention[i] > 0) {
            rows[rows.length - 1].push(`${integer(n.cycles[i])} of its own, ${integer(n.contention[i])} by ` +
                         "contention");
        }
        if (n.useOffset[i + 1] > n.useOffset[i]) {
            rows.push(["Buffers", ...this.buffers(i)]);
        }
        rows.push(["Waited for", ...this.waits(i)]);
        const [t0, t1] = axis.domain();
        const pixel = (t1 - t0) / axis.width;
        const fine = n.end[i] - n.start[i] < pixel && n.end[i] > n.start[i];
        return {
            title: `${this.run.ops[n.op[i]]} · node ${n.id[i]}` + (spill ? " · spill" : ""),
            colour: this.theme.op[n.op[i]],
            rows,
            note: fine ? `Finer than a pixel (${integer(pixel)} cycles): zoom in to see it.` : "",
        };
    }

    describeIdle(hit) {
        const rows = [
            ["From", integer(hit.from)],
            ["To", integer(hit.to)],
            ["Idle", cycles(hit.to - hit.from)],
        ];
        if (hit.next < 0) {
            rows.push(["Waited for", "nothing: its last node has ended (drained)"]);
        } else {
            rows.push(["Next", this.nodeName(hit.next)]);
            rows.push(["It waited", ...this.waits(hit.next)]);
        }
        return {title: `${hit.idle.name} idle`, rows};
    }

    describeResidency(i) {
        const r = this.run.residencies;
        const {end} = this.run.nodes;
        const tier = tierOf(this.run, i);
        const size = r.size[i];
        const rows = [
            ["Size", `${plural(size, "unit", "units")}, ` +
                     bytes(size * this.run.facts.bytes_per_unit)],
            ["Addresses", `${tier.name} ${this.range(i)}`],
            ["Held", `${integer(r.open[i])} to ${integer(r.close[i])}`,
             cycles(r.close[i] - r.open[i])],
        ];
        const opened = `${r.spilledIn[i] ? "SPILL_IN" : "ALLOC"} node ${r.openNode[i]}`;
        const closed = `${r.spilledOut[i] ? "SPILL_OUT" : "FREE"} node ${r.closeNode[i]}`;
        rows.push(["Opened by", opened], ["Closed by", closed]);
        if (r.firstUser[i] >= 0) {
            rows.push(["First user", `${this.nodeName(r.firstUser[i])}, at ${integer(r.live[i])}`]);
            rows.push(["Last user", `${this.nodeName(r.lastUser[i])}, until ` +
                                    integer(end[r.lastUser[i]])]);
        }
        if (r.backed[i]) {
            rows.push(["In DDR", "yes: dropping it costs nothing, only the reload does"]);
        }
        return {
            title: `Buffer ${r.buffer[i]} in ${tier.name}` +
                   (r.spilledIn[i] || r.spilledOut[i] ? " · spilled" : ""),
            colour: r.colourOp[i] < 0 ? this.theme.muted : this.theme.op[r.colourOp[i]],
            rows,
        };
    }

    share(level, tier) {
        return `${integer(level)} of ${plural(tier.capacity, "unit", "units")} ` +
               `(${percent(level / tier.capacity)})`;
    }

    describeOccupancy({tier, time}) {
        const rows = [["Cycle", integer(time)]];
        if (this.run.bins) {
            const {bins} = this.run;
            const bin = Math.min(bins.count - 1, Math.floor(time / bins.width));
            const from = bin * bins.width;
            rows[0] = ["Cycles", `${integer(from)} to ${integer(from + bins.width)}`];
            rows.push(["Held, peak", this.share(bins.tiers[tier.index].held[bin], tier)],
                      ["In use, peak", this.share(bins.tiers[tier.index].live[bin], tier)]);
        } else {
            const held = stepAt(tier.held, time);
            const live = stepAt(tier.live, time);
            rows.push(["Held", this.share(held.level, tier),
                       plural(held.count, "buffer", "buffers")],
                      ["In use", this.share(live.level, tier),
                       plural(live.count, "buffer", "buffers")]);
        }
        return {title: `${tier.name} occupancy`, rows};
    }

    describeFree({tier, time, address}) {
        return {
            title: `${tier.name}: free`,
            rows: [["Cycle", integer(time)], ["Address", integer(address)]],
        };
    }

    describeCell({tier, time, address}) {
        const {bins} = this.run;
        const column = Math.min(bins.mapColumns - 1, Math.floor(time / bins.mapWidth));
        const row = Math.min(bins.mapRows - 1, Math.floor(address / tier.capacity * bins.mapRows));
        const units = tier.capacity / bins.mapRows;
        const share = bins.tiers[tier.index].map[row * bins.mapColumns + column] / 255;
        return {
            title: `${tier.name} addresses`,
            rows: [
                ["Cycles", `${integer(column * bins.mapWidth)} to ` +
                           integer((column + 1) * bins.mapWidth)],
                ["Addresses", `${integer(row * units)} to ${integer((row + 1) * units)}`],
                ["In use", percent(share)],
            ],
        };
    }

    describeBin({bin, pipe}) {
        const {bins} = this.run;
        const p = bins.pipes[pipe.index];
        const from = bin * bins.width;
        const to = Math.min(this.run.makespan, from + bins.width);
        const share = values => percent(Math.min(1, values[bin] / 255 * bins.width / (to - from)));
        const rows = [
            ["Cycles", `${integer(from)} to ${integer(to)}`],
            ["Busy", share(p.busy)],
            ["Dependency", share(p.dependency)],
            ["Address", share(p.address)],
        ];
        if (this.run.facts.contention) {
            rows.push(["Contention", share(p.contention)]);
        }
        if (p.spills[bin] > 0) {
            rows.push(["Spill nodes", integer(p.spills[bin])]);
        }
        const busy = p.busy[bin] > 0;
        return {
            title: busy ? `${pipe.name}: mostly ${this.run.ops[p.op[bin]]}` : `${pipe.name}: idle`,
            colour: busy ? this.theme.op[p.op[bin]] : null,
            rows,
        };
    }
}
