// What is pinned, and where its tooltip belongs: it moves with its place, and leaves with it.

export class Pin {
    constructor(stage) {
        this.stage = stage;
        this.target = null;     // {node} or {residency}
    }

    // Pins `target`, whose tooltip stands beside the share (fx, fy) of its box.
    set(target, content, [fx, fy]) {
        const {stage} = this;
        this.target = target;
        this.share = [fx, fy];
        const place = this.place();
        if (place === null) {
            this.clear();
            return;
        }
        stage.tooltip.show(content, place.x, place.y, true);
        stage.mark();
    }

    clear() {
        this.target = null;
    }

    // Viewport pixels, or null when no part of it that the pin may stand on is in sight.
    place() {
        const {stage, target} = this;
        const [name, index] = target.node === undefined ? ["addresses", target.residency]
                                                        : ["gantt", target.node];
        const plot = document.querySelector(`#${name} .plot`).getBoundingClientRect();
        const box = stage.panels[name].box(index, stage.axis);
        const right = box.x + box.width;
        if (right < 0 || box.x > plot.width) {
            return null;
        }
        const x = Math.min(Math.max(box.x + this.share[0] * box.width, 0, box.x),
                           plot.width, right);
        const y = plot.top + box.y + this.share[1] * box.height;
        const top = document.getElementById("sticky").getBoundingClientRect().bottom;
        return y < Math.max(0, top) || y > document.documentElement.clientHeight
            ? null
            : {x: plot.left + x, y};
    }

    // After the page or the window of time has moved.
    follow() {
        if (this.target === null) {
            return;
        }
        const place = this.place();
        if (place === null) {
            this.stage.release();
        } else {
            this.stage.tooltip.moveTo(place.x, place.y);
        }
    }
}
