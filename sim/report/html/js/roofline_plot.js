// The roofline: MACs a cycle over MACs per byte, both logarithmic. Roofs are the bandwidths of the
// memory levels and the array's peak; a layer stands at the intensity of its traffic through the
// level that is chosen.

import {
    group, max, min, rollup, scaleLog, select, symbol, symbolCircle, symbolSquare, symbolTriangle,
} from "d3";

import {element} from "./dom.js";
import {bytes, integer, percent, rate} from "./format.js";
import {onPrint} from "./printing.js";

const ROOF_MARGIN = {top: 68, right: 24, bottom: 44, left: 62};
const ROOF_HEIGHT = 474;
const ROOF_ROW = 15;        // of the ridge points' labels
const BOUND_WORDS = {
    compute: "the array",
    mapping: "the array: the layer's shape leaves most of it idle",
    memory: "bandwidth",
};
const KIND_SYMBOLS = {gemm: symbolSquare, conv: symbolCircle, depthwise: symbolTriangle};

// What a layer of the roofline is held back by, in a word or two; "" for one that multiplies nothing.
export function holdsBack(layer) {
    return {compute: "the array", mapping: "array shape", memory: layer.bound_level, none: ""}[
        layer.bound];
}

class RooflinePlot {
    constructor(roofline, root, tooltip, {enter, choose}) {
        this.roofline = roofline;
        this.root = root;
        this.tooltip = tooltip;
        this.enter = enter;
        this.chooseLayer = choose;
        this.level = -1;        // -1: every operand once
        this.marks = [];
        this.current = null;    // the layer that the keyboard stands on
        this.layers = roofline.layers.filter(l => l.bound !== "none");
        this.svg = select(root).append("svg")
            .attr("tabindex", 0).attr("role", "application").attr("aria-roledescription", "plot")
            .attr("aria-label", "Roofline: MACs per cycle over MACs per byte, one mark per layer; " +
                                "arrow keys go from layer to layer")
            .on("keydown", event => this.key(event))
            .on("blur", () => this.goTo(null));
        new ResizeObserver(() => this.draw()).observe(root);
        onPrint(() => this.draw());
    }

    // Left and right go through the layers by intensity; Enter shows one on the timeline.
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const list = this.marks.slice().sort((a, b) => a.x - b.x || a.y - b.y);
        const at = list.findIndex(m => m.layer === this.current);
        const last = list.length - 1;
        const go = i => this.goTo(list[Math.max(0, Math.min(last, i))]);
        const actions = {
            ArrowRight: () => go(at + 1),
            ArrowUp: () => go(at + 1),
            ArrowLeft: () => go(at < 0 ? last : at - 1),
            ArrowDown: () => go(at < 0 ? last : at - 1),
            Home: () => go(0),
            End: () => go(last),
            Enter: () => at >= 0 && this.chooseLayer(this.roofline.layers.indexOf(this.current)),
            Escape: () => this.goTo(null),
        };
        if (actions[event.key] && list.length > 0) {
            event.preventDefault();
            actions[event.key]();
        }
    }

    // Stands on a mark, with its tooltip beside it; null: on none.
    goTo(mark) {
        this.current = mark ? mark.layer : null;
        this.drawCurrent();
        if (!mark) {
            this.tooltip.hide();
            return;
        }
        this.enter();
        const content = this.contentOf(mark);
        const {left, top} = this.svg.node().getBoundingClientRect();
        this.tooltip.show(content, left + mark.x, top + mark.y);
        this.tooltip.announce(content);
    }

    drawCurrent() {
        this.svg.selectAll("circle.current")
            .data(this.marks.filter(m => m.layer === this.current)).join("circle")
            .attr("class", "current").attr("r", 9).attr("cx", m => m.x).attr("cy", m => m.y);
    }

    contentOf(mark) {
        const content = this.describe(mark.layer);
        content.note = this.alsoHere(mark);
        return content;
    }

    choose(level) {
        this.level = level;
        this.draw();
    }

    intensity(layer) {
        return this.level < 0 ? layer.intensity : layer.levels[this.level].intensity;
    }

    rate(layer) {
        return layer.achieved === null ? layer.attainable : layer.achieved;
    }

    // Levels of one bandwidth share a roof.
    roofs() {
        const byBandwidth = group(
            this.roofline.levels.map((level, i) => ({...level, index: i})), l => l.bytes_per_cycle);
        return [...byBandwidth.values()].map(levels => ({
            bandwidth: levels[0].bytes_per_cycle,
            ridge: levels[0].ridge,
            name: levels.map(l => l.name).join(", "),
            chosen: levels.some(l => l.index === Math.max(0, this.level)),
        })).filter(roof => roof.bandwidth > 0).sort((a, b) => a.ridge - b.ridge);
    }

    scales(width) {
        const {peak, levels} = this.roofline;
        const xs = [...this.layers.map(l => this.intensity(l)), ...levels.map(l => l.ridge)]
            .filter(v => v > 0);
        const ys = this.layers.flatMap(l => [this.rate(l), l.array_ceiling, l.attainable])
            .filter(v => v > 0);
        const low = Math.min(min(ys) || peak, peak / 8) / 1.6;
        return {
            x: scaleLog().domain([min(xs) / 1.8, max(xs) * 2.2])
                .range([ROOF_MARGIN.left, width - ROOF_MARGIN.right]),
            y: scaleLog().domain([low, peak * 1.35])
                .range([ROOF_HEIGHT - ROOF_MARGIN.bottom, ROOF_MARGIN.top]),
        };
    }

    draw() {
        const width = this.root.clientWidth;
        if (width < 200) {
            return;
        }
        const {x, y} = this.scales(width);
        this.svg.attr("viewBox", `0 0 ${width} ${ROOF_HEIGHT}`)
            .attr("width", width).attr("height", ROOF_HEIGHT);
        this.svg.selectAll("*").remove();
        this.drawAxes(x, y, width);
        const taken = this.drawRoofs(x, y, width);
        this.drawLayers(x, y, width, taken);
        this.drawCurrent();
    }

    drawAxes(x, y, width) {
        const ticks = scale => scale.ticks().filter(v => {
            const exponent = Math.log10(v);
            return Math.abs(exponent - Math.round(exponent)) < 1e-9;
        });
        const axes = this.svg.append("g").attr("class", "axes");
        axes.append("g").selectAll("line").data(ticks(x)).join("line")
            .attr("x1", x).attr("x2", x).attr("y1", y.range()[0]).attr("y2", y.range()[1]);
        axes.append("g").selectAll("line").data(ticks(y)).join("line")
            .attr("y1", y).attr("y2", y).attr("x1", x.range()[0]).attr("x2", x.range()[1]);
        axes.selectAll("text.x").data(ticks(x)).join("text").attr("class", "x")
            .attr("x", x).attr("y", ROOF_HEIGHT - ROOF_MARGIN.bottom + 16)
            .attr("text-anchor", "middle").text(rate);
        axes.selectAll("text.y").data(ticks(y)).join("text").attr("class", "y")
            .attr("x", ROOF_MARGIN.left - 8).attr("y", v => y(v) + 4)
            .attr("text-anchor", "end").text(rate);
        const through = this.level < 0 ? "every operand once"
                                       : `through ${this.roofline.levels[this.level].name}`;
        axes.append("text").attr("class", "title").attr("x", (width + ROOF_MARGIN.left) / 2)
            .attr("y", ROOF_HEIGHT - 8).attr("text-anchor", "middle")
            .text(`MACs per byte, ${through}`);
        axes.append("text").attr("class", "title").attr("text-anchor", "middle")
            .attr("transform", `translate(14,${ROOF_HEIGHT / 2}) rotate(-90)`)
            .text("MACs per cycle");
    }

    // Returns the boxes that its labels take.
    drawRoofs(x, y, width) {
        const {peak} = this.roofline;
        const [x0, x1] = x.domain();
        const y0 = y.domain()[0];
        const roofs = this.roofs();
        const lines = this.svg.append("g").attr("class", "roofs");
        lines.append("path").attr("class", "peak")
            .attr("d", `M${x(Math.max(x0, roofs.length ? roofs[0].ridge : x0))},${y(peak)}` +
                       `H${x(x1)}`);
        const peakLabel = lines.append("text").attr("class", "peak").attr("x", x(x1))
            .attr("y", y(peak) + 16).attr("text-anchor", "end").text(`peak ${rate(peak)}`);
        const rows = [];        // right ends of the labels of each row above the peak, so far
        roofs.forEach(roof => {
            const from = Math.max(x0, y0 / roof.bandwidth);
            const name = roof.chosen ? "roof chosen" : "roof";
            lines.append("path").attr("class", name)
                .attr("d", `M${x(from)},${y(from * roof.bandwidth)}` +
                           `L${x(roof.ridge)},${y(peak)}`);
            const text = lines.append("text").attr("class", name)
                .text(`${roof.name} ${rate(roof.ridge)}`);
            const length = text.node().getComputedTextLength();
            const left = Math.max(ROOF_MARGIN.left, Math.min(x(roof.ridge) - length / 2,
                                                             width - 4 - length));
            // The lowest row in which the label touches no other.
            let row = rows.findIndex(end => end + 10 < left);
            row = row < 0 ? rows.length : row;
            rows[row] = left + length;
            const top = y(peak) - 10 - ROOF_ROW * row;
            text.attr("x", left).attr("y", top);
            lines.append("path").attr("class", "ridge")
                .attr("d", `M${x(roof.ridge)},${y(peak)}V${top + 2}`).lower();
        });
        const {x: left, y: top, width: w, height: h} = peakLabel.node().getBBox();
        return [{x0: left, x1: left + w, y0: top, y1: top + h}];
    }

    drawLayers(x, y, width, taken) {
        const marks = this.layers.filter(l => this.intensity(l) > 0 && this.rate(l) > 0)
            .map(layer => ({
                layer,
                x: x(this.intensity(layer)),
                y: y(this.rate(layer)),
                attainable: y(layer.attainable),
                array: y(layer.array_ceiling),
            }))
            .sort((a, b) => b.layer.macs - a.layer.macs);
        this.marks = marks;
        const group = this.svg.append("g").attr("class", "layers");
        // What the array alone would reach, and the way up to it.
        group.selectAll("path.reach").data(marks.filter(m => m.y - m.array > 3)).join("path")
            .attr("class", m => `reach bound-${m.layer.bound}`)
            .attr("d", m => `M${m.x},${m.y}V${m.array}M${m.x - 4},${m.array}h8`);
        group.selectAll("path.layer").data(marks).join("path")
            .attr("class", m => `layer bound-${m.layer.bound}`)
            .attr("transform", m => `translate(${m.x},${m.y})`)
            .attr("d", m => symbol().size(64)
                .type(KIND_SYMBOLS[m.layer.kind] || symbolCircle)())
            .on("mousemove", (event, m) => {
                this.enter();
                this.tooltip.show(this.contentOf(m), event.clientX, event.clientY);
            })
            .on("click", (event, m) => this.chooseLayer(this.roofline.layers.indexOf(m.layer)))
            .on("mouseleave", () => this.tooltip.hide());
        this.drawLabels(group, marks, width, y(this.roofline.peak), taken);
    }

    // Equal layers stand on one another.
    alsoHere(mark) {
        const others = this.marks.filter(m => m !== mark && Math.hypot(m.x - mark.x, m.y - mark.y) < 5)
            .map(m => m.layer.name);
        const most = 8;
        return others.length === 0 ? "" : `Also here: ${others.slice(0, most).join(", ")}` +
            (others.length > most ? ` and ${others.length - most} more` : "");
    }

    // The layers with most work get their names where there is room.
    drawLabels(group, marks, width, peak, roofLabels) {
        const taken = [...roofLabels, ...marks.map(
            m => ({x0: m.x - 5, x1: m.x + 5, y0: m.y - 5, y1: m.y + 5}))];
        const free = box => box.x0 > ROOF_MARGIN.left && box.x1 < width - 4 && box.y0 > peak &&
            taken.every(t => box.x1 < t.x0 || box.x0 > t.x1 || box.y1 < t.y0 || box.y0 > t.y1);
        for (const m of marks) {
            const text = group.append("text").attr("class", "layer").text(m.layer.name);
            const length = text.node().getComputedTextLength();
            const spot = [[9, 4], [-9 - length, 4], [-length / 2, -10], [-length / 2, 17]]
                .map(([dx, dy]) => ({x0: m.x + dx, x1: m.x + dx + length,
                                     y0: m.y + dy - 11, y1: m.y + dy + 2, base: m.y + dy}))
                .find(free);
            if (spot) {
                taken.push(spot);
                text.attr("x", spot.x0).attr("y", spot.base);
            } else {
                text.remove();
            }
        }
    }

    describe(layer) {
        const {levels, peak} = this.roofline;
        const bound = layer.bound === "memory" ? `bandwidth of ${layer.bound_level}`
                                               : BOUND_WORDS[layer.bound];
        return {
            title: `${layer.name} · ${layer.kind}`,
            rows: [
                ["MACs", integer(layer.macs)],
                ["Bound by", bound],
                ...(layer.achieved === null ? [] : [
                    ["Achieved", `${rate(layer.achieved)} MACs/cycle`,
                     `${percent(layer.achieved / layer.attainable)} of what is attainable`]]),
                ["Attainable", `${rate(layer.attainable)} MACs/cycle`],
                ["Array alone", `${rate(layer.array_ceiling)} MACs/cycle`,
                 `${percent(layer.array_ceiling / peak)} of the peak`],
                ["Intensity", `${rate(layer.intensity)} MACs/byte, every operand once`,
                 ...layer.levels.map((v, i) => `${rate(v.intensity)} through ${levels[i].name} ` +
                                               `(${bytes(v.bytes)})`)],
            ],
        };
    }
}

// `enter()` is called before the tooltip shows a layer, `choose(index)` when one is pressed.
export function showRoofline(roofline, tooltip, {enter = () => {}, choose = () => {}} = {}) {
    const section = document.getElementById("roofline-section");
    section.hidden = !roofline || roofline.layers.every(l => l.bound === "none");
    if (section.hidden) {
        return;
    }
    const plot = new RooflinePlot(roofline, document.getElementById("roofline-plot"), tooltip,
                                  {enter, choose});
    const choices = [[-1, "every operand once"], ...roofline.levels.map((l, i) => [i, l.name])];
    const buttons = choices.map(([level, name]) => {
        const button = element("button", {type: "button", "aria-pressed": String(level < 0)}, name);
        button.addEventListener("click", () => {
            buttons.forEach(b => b.setAttribute("aria-pressed", String(b === button)));
            plot.choose(level);
        });
        return button;
    });
    document.getElementById("roofline-levels").replaceChildren(...buttons);
    const counts = rollup(roofline.layers, group => group.length,
                             l => l.bound === "memory" ? l.bound_level : l.bound);
    const words = [...counts].filter(([bound]) => bound !== "none")
        .sort((a, b) => b[1] - a[1])
        .map(([bound, n]) => `${integer(n)} by ` + ({
            compute: "the array", mapping: "their shape on the array"}[bound] || bound));
    document.getElementById("roofline-words").textContent =
        `Layers held back: ${words.join(", ")}. ` +
        (roofline.measured
            ? "A mark is what the run achieved; the tick above it what the array alone took."
            : "A mark is what a perfect tiling could reach, every operand moved once; the tick " +
              "above it what the array alone could.");
}
