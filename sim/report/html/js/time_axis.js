// The window of time that all plots show, and every way to move it: wheel, drag, pinch, shift-drag,
// double click, keyboard (stage.js), buttons.

import {scaleLinear, selectAll, zoom, zoomIdentity} from "d3";


const SMALLEST_WINDOW = 16;     // cycles
const SCROLL_PAUSE = 300;       // ms after which a wheel turn is a new gesture

export class TimeAxis {
    constructor(makespan) {
        this.full = Math.max(1, makespan);
        this.width = 1;
        this.transform = zoomIdentity;
        this.listeners = [];
        this.plots = null;
        this.lastScroll = 0;
        this.zoom = zoom()
            .scaleExtent([1, Math.max(1, this.full / SMALLEST_WINDOW)])
            .filter(event => this.accepts(event))
            .on("zoom", ({transform}) => this.moved(transform));
    }

    // Plots are elements whose left and right edges are the window's.
    attach(plots) {
        this.plots = selectAll(plots);
        this.plots.call(this.zoom).on("wheel.pan", event => this.panByWheel(event));
    }

    resize(width) {
        const [t0, t1] = this.domain();
        this.width = Math.max(1, width);
        this.zoom.extent([[0, 0], [this.width, 1]])
            .translateExtent([[0, -Infinity], [this.width, Infinity]]);
        this.show(t0, t1);
    }

    onChange(listener) {
        this.listeners.push(listener);
    }

    domain() {
        const k = this.transform.k;
        const t0 = -this.transform.x / k / this.width * this.full;
        return [Math.max(0, t0), Math.min(this.full, t0 + this.full / k)];
    }

    scale() {
        return scaleLinear().domain(this.domain()).range([0, this.width]);
    }

    isFull() {
        return this.transform.k <= 1.0000001;
    }

    // Shows [t0, t1], cycles; as near to it as the limits allow.
    show(t0, t1) {
        let span = Math.min(this.full, Math.max(t1 - t0, Math.min(this.full, SMALLEST_WINDOW)));
        const start = Math.min(Math.max(0, (t0 + t1 - span) / 2), this.full - span);
        const k = this.full / span;
        this.set(zoomIdentity.translate(-start / this.full * this.width * k, 0).scale(k));
    }

    reset() {
        this.set(zoomIdentity);
    }

    // factor > 1 shows less; the middle, or the share `at` of the window, stays where it is.
    zoomBy(factor, at = 0.5) {
        const [t0, t1] = this.domain();
        const span = (t1 - t0) / factor;
        const fixed = t0 + (t1 - t0) * at;
        this.show(fixed - span * at, fixed + span * (1 - at));
    }

    // Moves by a share of the window; it stops at the ends.
    panBy(share) {
        const [t0, t1] = this.domain();
        const span = t1 - t0;
        const start = Math.min(Math.max(0, t0 + share * span), this.full - span);
        this.show(start, start + span);
    }

    // Brings [t0, t1] into the window with some air around it, unless it is well inside already.
    reveal(t0, t1) {
        const [from, to] = this.domain();
        const pixels = (t1 - t0) / (to - from) * this.width;
        if (t0 < from || t1 > to || pixels < 24) {
            const span = Math.min(to - from, Math.max((t1 - t0) * 8, SMALLEST_WINDOW));
            const middle = (t0 + t1) / 2;
            this.show(middle - span / 2, middle + span / 2);
        }
    }

    set(transform) {
        if (this.plots && !this.plots.empty()) {
            this.plots.property("__zoom", transform);
        }
        this.moved(transform);
    }

    moved(transform) {
        this.transform = transform;
        if (this.plots) {
            this.plots.property("__zoom", transform);
        }
        this.listeners.forEach(listener => listener());
    }

    // Turning the wheel zooms, except where that would do nothing: at full view, turning it back
    // scrolls the page, and so does the rest of that turn.
    accepts(event) {
        if (event.type !== "wheel") {
            return !event.button && !event.shiftKey;
        }
        if (this.isPan(event)) {
            return false;
        }
        const now = Date.now();
        const scrolls = !event.ctrlKey &&
            ((this.isFull() && event.deltaY > 0) || now - this.lastScroll < SCROLL_PAUSE);
        if (scrolls) {
            this.lastScroll = now;
        }
        return !scrolls;
    }

    isPan(event) {
        return event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    }

    panByWheel(event) {
        if (!this.isPan(event) || this.isFull()) {
            return;
        }
        event.preventDefault();
        const delta = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
        this.panBy(delta / this.width);
    }
}
