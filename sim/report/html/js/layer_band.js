// The layers of a network over time, in one row: a block is the cycles charged to a layer (from
// the end of those before it to its own), the thin line below it runs from its first node's start
// to its last one's end, so that what was fetched ahead shows.

import {Surface} from "./raster.js";

const BAND = {top: 4, block: 20, gap: 3, line: 3, foot: 5};
const CHARACTER = 6.2;      // CSS pixels of a label's character, on average

// The layers of a run as blocks: {index, layer, from, to}, in execution order; without those that
// are charged nothing.
export function layerBlocks(layers) {
    let before = 0;
    const blocks = [];
    layers.forEach((layer, index) => {
        if (layer.cycles > 0) {
            const from = Math.max(before, layer.end - layer.cycles);
            blocks.push({index, layer, from, to: layer.end});
        }
        before = Math.max(before, layer.end);
    });
    return blocks;
}

export class LayerBand {
    constructor(run, theme, view, canvas) {
        this.theme = theme;
        this.view = view;
        this.surface = new Surface(canvas);
        this.blocks = layerBlocks(run.summary.layers);
        this.height = BAND.top + BAND.block + BAND.gap + 2 * BAND.line + 2 + BAND.foot;
    }

    rows() {
        return [{label: "Layers", detail: String(this.blocks.length), top: BAND.top,
                 height: BAND.block}];
    }

    draw(domain) {
        const s = this.surface;
        const {context} = s;
        const toX = t => (t - domain[0]) * s.width / (domain[1] - domain[0]);
        context.clearRect(0, 0, s.width, s.height);
        context.font = `${Math.round(11 * s.scale)}px ${this.theme.font}`;
        context.textBaseline = "middle";
        this.blocks.forEach((block, i) => {
            const {layer} = block;
            if (Math.min(block.from, layer.start) > domain[1] || block.to < domain[0]) {
                return;
            }
            const chosen = this.view.layer === block.index;
            const colour = chosen ? this.theme.accent : i % 2 === 0 ? this.theme["band-a"]
                                                                     : this.theme["band-b"];
            const x0 = Math.max(-4, toX(block.from));
            const x1 = Math.min(s.width + 4, toX(block.to));
            const air = x1 - x0 >= 4 * s.scale ? s.scale : 0;
            context.fillStyle = colour;
            context.fillRect(x0, s.px(BAND.top), Math.max(1, x1 - x0 - air), s.px(BAND.block));
            const row = s.px(BAND.top + BAND.block + BAND.gap) +
                (i % 2) * s.px(BAND.line + 1);
            context.fillRect(Math.max(-4, toX(layer.start)), row,
                             Math.max(1, x1 - Math.max(-4, toX(layer.start))), s.px(BAND.line));
            this.label(layer.name, Math.max(0, x0), Math.min(s.width, x1 - air), chosen);
        });
    }

    // The name, in the middle of what of its block is to be seen, where it fits.
    label(name, x0, x1, chosen) {
        const {context, scale} = this.surface;
        const room = x1 - x0 - 8 * scale;
        if (room < CHARACTER * scale * Math.min(3, name.length)) {
            return;
        }
        if (context.measureText(name).width > room) {
            return;
        }
        context.fillStyle = chosen ? this.theme.surface : this.theme.ink;
        context.textAlign = "center";
        context.fillText(name, (x0 + x1) / 2, this.surface.px(BAND.top + BAND.block / 2) + scale);
    }

    // {layer: index} at (x, y), CSS pixels, or null.
    hit(x, y, axis) {
        const t = axis.scale().invert(x);
        const block = y < BAND.top ? undefined : this.blocks.find(b => t >= b.from && t < b.to);
        return block ? {layer: block.index} : null;
    }

    box(index, axis) {
        const block = this.blocks.find(b => b.index === index);
        const scale = axis.scale();
        const x = scale(block.from);
        return {x, y: BAND.top, width: Math.max(1, scale(block.to) - x), height: BAND.block};
    }
}
