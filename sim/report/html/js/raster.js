// A canvas that is drawn in device pixels: first a raster for what is finer than a pixel, then
// vector shapes on top of it.

import {paper} from "./printing.js";

const PAPER_SCALE = 2;      // paper is finer than screens

export class Surface {
    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        this.image = null;
        this.scale = 1;
    }

    // Sizes in CSS pixels.
    resize(width, height) {
        this.scale = Math.max(window.devicePixelRatio || 1, paper.on ? PAPER_SCALE : 1);
        this.width = Math.max(1, Math.round(width * this.scale));
        this.height = Math.max(1, Math.round(height * this.scale));
        if (this.canvas.width !== this.width || this.canvas.height !== this.height) {
            this.canvas.width = this.width;
            this.canvas.height = this.height;
            this.canvas.style.height = `${height}px`;
            this.image = null;
        }
    }

    // Device pixels of a length in CSS pixels.
    px(length) {
        return Math.round(length * this.scale);
    }

    clear() {
        this.context.clearRect(0, 0, this.width, this.height);
        if (!this.image) {
            this.image = this.context.createImageData(this.width, this.height);
            this.pixels = new Uint32Array(this.image.data.buffer);
        } else {
            this.pixels.fill(0);
        }
    }

    // Fills rows [top, bottom) of one column; `colour` as packed() gives it, alpha 0..1.
    column(x, top, bottom, colour, alpha = 1) {
        const word = Surface.word(colour.r, colour.g, colour.b, colour.a * alpha);
        for (let at = top * this.width + x; top < bottom; ++top, at += this.width) {
            this.pixels[at] = word;
        }
    }

    // Puts the raster on the canvas, in place of all that was there.
    flush() {
        this.context.putImageData(this.image, 0, 0);
    }

    // Canvas pixels are stored red first; every browser's platform is little-endian.
    static word(r, g, b, a) {
        return (a << 24 | b << 16 | g << 8 | r) >>> 0;
    }
}

// A share of each pixel column for each of a few kinds, for what is finer than a column.
export class Coverage {
    constructor(kinds) {
        this.kinds = kinds;
        this.columns = 0;
    }

    reset(columns) {
        if (this.columns !== columns) {
            this.columns = columns;
            this.share = new Float32Array(columns * this.kinds);
        } else {
            this.share.fill(0);
        }
    }

    at(column, kind) {
        return this.share[column * this.kinds + kind];
    }

    // Adds `weight` times what [from, to), in columns, covers of each column.
    add(kind, from, to, weight = 1) {
        from = Math.max(0, from);
        to = Math.min(this.columns, to);
        if (!(from < to)) {
            return;
        }
        const first = Math.floor(from);
        const last = Math.min(this.columns - 1, Math.floor(to));
        const {share, kinds} = this;
        if (first === last) {
            share[first * kinds + kind] += weight * (to - from);
            return;
        }
        share[first * kinds + kind] += weight * (first + 1 - from);
        for (let c = first + 1; c < last; ++c) {
            share[c * kinds + kind] += weight;
        }
        share[last * kinds + kind] += weight * (to - last);
    }
}

// Slanted lines over a rectangle, in device pixels: the mark of a spill.
export function hatch(context, x, y, width, height, colour, spacing) {
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, spacing / 4);
    context.beginPath();
    for (let d = Math.floor(x / spacing) * spacing - height; d < x + width; d += spacing) {
        context.moveTo(d, y + height);
        context.lineTo(d + height, y);
    }
    context.stroke();
    context.restore();
}
