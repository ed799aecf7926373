// The timeline: three panels under one time axis, an overview above them, and what the pointer
// shows there.

import {axisTop, select} from "d3";

import {AddressPanel} from "./address_map.js";
import {element} from "./dom.js";
import {cycles, integer, percent, tickFormat} from "./format.js";
import {GanttPanel} from "./gantt.js";
import {LayerBand} from "./layer_band.js";
import {OccupancyPanel} from "./occupancy.js";
import {Overview} from "./overview.js";
import {Pin} from "./pin.js";
import {lastWork} from "./run_data.js";
import {TimeAxis} from "./time_axis.js";
import {Tooltip} from "./tooltip.js";

const TICK_SPACING = 110;           // CSS pixels
const OUT_OF_SIGHT_DELAY = 120;     // ms

export class Stage {
    constructor(run, theme, view) {
        this.run = run;
        this.theme = theme;
        this.view = view;
        this.root = document.getElementById("stage");
        this.axis = new TimeAxis(run.makespan);
        this.tooltip = new Tooltip(run, theme, document.getElementById("tooltip"),
                                   document.getElementById("announcer"));
        this.pin = new Pin(this);
        this.cursor = -1;       // position of the node the keyboard stands on
        this.scheduled = false;
        this.panels = {};
        const canvas = name => document.querySelector(`#${name} canvas`);
        const layers = run.summary.layers || [];
        document.getElementById("band").hidden = layers.length === 0;
        if (layers.length > 0) {
            this.panels.band = new LayerBand(run, theme, view, canvas("band"));
        }
        this.panels.gantt = new GanttPanel(run, theme, view, canvas("gantt"));
        this.panels.occupancy = new OccupancyPanel(run, theme, canvas("occupancy"));
        this.panels.addresses = new AddressPanel(run, theme, view, canvas("addresses"));
        this.overview = new Overview(run, theme, this.axis);
        this.overlays = {};
        for (const [name, panel] of Object.entries(this.panels)) {
            this.prepare(name, panel);
        }
        this.axis.attach(this.root.querySelectorAll(".plot"));
        this.axis.onChange(() => this.schedule());
        new ResizeObserver(() => this.resize()).observe(this.root);
        document.addEventListener("scroll", () => {
            this.pin.follow();
            if (this.waiting.length > 0) {
                this.schedule();
            }
        }, {passive: true});
        theme.onChange(() => {
            this.resize();
            this.drawPanels(true);
        });
        this.resize();
    }

    prepare(name, panel) {
        const plot = document.querySelector(`#${name} .plot`);
        const gutter = document.querySelector(`#${name} .gutter`);
        plot.style.height = `${panel.height}px`;
        this.overlays[name] = select(plot).append("svg").attr("aria-hidden", "true");
        for (const row of panel.rows()) {
            const ends = row.ends || [];
            gutter.append(element("div", {class: "row-label",
                                          style: `top:${row.top}px;height:${row.height}px`},
                                  element("b", {}, row.label),
                                  row.detail ? element("span", {}, row.detail) : null,
                                  ...ends.map((text, i) => element(
                                      "span", {class: i === 0 ? "end-top" : "end-bottom"}, text))));
        }
        plot.addEventListener("mousemove", event => this.hover(name, event));
        plot.addEventListener("mouseleave", () => this.leave());
        plot.addEventListener("click", event => this.click(name, event));
    }

    resize() {
        const plot = document.querySelector("#gantt .plot");
        const width = plot.clientWidth;
        if (width < 10) {
            return;
        }
        for (const panel of Object.values(this.panels)) {
            panel.surface.resize(width, panel.height);
        }
        this.overview.resize(width);
        this.axis.resize(width);
        this.draw();
    }

    schedule() {
        if (!this.scheduled) {
            this.scheduled = true;
            requestAnimationFrame(() => {
                this.scheduled = false;
                this.draw();
            });
        }
    }

    // Panels out of sight can wait until the window stands still or they scroll into view.
    drawPanels(all) {
        const {clientHeight} = document.documentElement;
        this.waiting = Object.values(this.panels).filter(panel => {
            const {top, bottom} = panel.surface.canvas.getBoundingClientRect();
            if (!all && (bottom < 0 || top > clientHeight)) {
                return true;
            }
            panel.draw(this.axis.domain(), this.ticks);
            return false;
        });
        clearTimeout(this.later);
        if (this.waiting.length > 0) {
            this.later = setTimeout(() => this.drawPanels(true), OUT_OF_SIGHT_DELAY);
        }
    }

    draw(all = false) {
        const begun = performance.now();
        const domain = this.axis.domain();
        const scale = this.axis.scale();
        const ticks = scale.ticks(Math.max(2, Math.floor(this.axis.width / TICK_SPACING)));
        this.ticks = ticks;
        this.drawPanels(all);
        select("#axis").attr("viewBox", null).call(
            axisTop(scale).tickValues(ticks).tickFormat(tickFormat(domain)).tickSizeOuter(0));
        this.overview.update();
        this.mark();
        this.pin.follow();
        this.root.dataset.from = domain[0];
        this.root.dataset.to = domain[1];
        document.getElementById("window").textContent =
            `${integer(domain[0])} – ${integer(domain[1])} of ${cycles(this.run.makespan)}` +
            (this.axis.isFull() ? "" : ` (${percent((domain[1] - domain[0]) / this.axis.full)})`);
        document.getElementById("reset").disabled = this.axis.isFull();
        this.lastDraw = performance.now() - begun;
    }

    // Outlines: the node or residency in question, its buffers or users, and what it waited for.
    mark() {
        const outlines = {band: [], gantt: [], occupancy: [], addresses: []};
        const {gantt, addresses} = this.panels;
        const target = this.pin.target || this.hit;
        const n = this.run.nodes;
        const r = this.run.residencies;
        if (n && target && target.node !== undefined) {
            const i = target.node;
            outlines.gantt.push({box: gantt.box(i, this.axis), kind: "target"});
            for (let u = n.useOffset[i]; u < n.useOffset[i + 1]; ++u) {
                outlines.addresses.push({box: addresses.box(n.uses[u], this.axis), kind: "target"});
            }
            const cause = this.causeOf(i);
            if (cause >= 0) {
                outlines.gantt.push({box: gantt.box(cause, this.axis), kind: "cause"});
            }
        }
        if (r && target && target.residency !== undefined) {
            const i = target.residency;
            outlines.addresses.push({box: addresses.box(i, this.axis), kind: "target"});
            for (const user of new Set([r.firstUser[i], r.lastUser[i]])) {
                if (user >= 0) {
                    outlines.gantt.push({box: gantt.box(user, this.axis), kind: "target"});
                }
            }
        }
        for (const [name, svg] of Object.entries(this.overlays)) {
            svg.selectAll("rect").data(outlines[name]).join("rect")
                .attr("class", o => o.kind)
                .attr("x", o => o.box.x - 1.5).attr("y", o => o.box.y - 1.5)
                .attr("width", o => o.box.width + 3).attr("height", o => o.box.height + 3)
                .attr("rx", 2);
            svg.selectAll("line").data(this.pointerX === undefined ? [] : [this.pointerX])
                .join("line")
                .attr("x1", x => x).attr("x2", x => x).attr("y1", 0).attr("y2", "100%");
        }
        this.drawLink(outlines.gantt);
    }

    drawLink(outlines) {
        const target = outlines.find(o => o.kind === "target");
        const cause = outlines.find(o => o.kind === "cause");
        const link = target && cause
            ? [[cause.box.x + cause.box.width, cause.box.y + cause.box.height / 2],
               [target.box.x, target.box.y + target.box.height / 2]]
            : null;
        this.overlays.gantt.selectAll("path").data(link ? [link] : []).join("path")
            .attr("d", ([[x0, y0], [x1, y1]]) =>
                `M${x0},${y0}C${x0 + 24},${y0} ${x1 - 24},${y1} ${x1},${y1}`);
    }

    // The node that node i waited for last, or -1.
    causeOf(i) {
        const n = this.run.nodes;
        if (n.address[i] > 0 && n.closer[i] > 0) {
            return lastWork(this.run, n.closer[i] - 1);
        }
        if (n.dependency[i] > 0 && n.workBack[i] !== 0) {
            const work = n.byId.get(n.id[i] - n.workBack[i]);
            return work === undefined ? -1 : work;
        }
        return -1;
    }

    hitAt(name, event) {
        const plot = event.currentTarget.getBoundingClientRect();
        const x = event.clientX - plot.left;
        this.pointerX = x;
        return this.panels[name].hit(x, event.clientY - plot.top, this.axis);
    }

    hover(name, event) {
        const hit = this.hitAt(name, event);
        if (this.pin.target) {
            this.mark();
            return;
        }
        this.hit = hit;
        this.mark();
        if (hit) {
            this.tooltip.show(this.tooltip.describe(hit, this.axis), event.clientX, event.clientY);
        } else {
            this.tooltip.hide();
        }
    }

    leave() {
        this.pointerX = undefined;
        this.hit = null;
        if (!this.pin.target) {
            this.tooltip.hide();
        }
        this.mark();
    }

    click(name, event) {
        if (event.defaultPrevented) {
            return;
        }
        const hit = this.hitAt(name, event);
        const pinnable = hit && (hit.node !== undefined || hit.residency !== undefined);
        if (this.pin.target || !pinnable) {
            this.release();
            if (hit && hit.layer !== undefined) {
                this.showLayer(hit.layer);
            }
            return;
        }
        this.cursor = hit.node === undefined ? this.cursor : hit.node;
        const plot = event.currentTarget.getBoundingClientRect();
        const box = this.panels[name].box(hit.node === undefined ? hit.residency : hit.node,
                                          this.axis);
        this.pin.set(hit, this.tooltip.describe(hit, this.axis),
                     [(event.clientX - plot.left - box.x) / box.width,
                      (event.clientY - plot.top - box.y) / box.height]);
    }

    release() {
        this.pin.clear();
        this.hit = null;
        this.view.layer = -1;
        this.tooltip.hide();
        this.schedule();
    }

    reset() {
        this.release();
        this.axis.reset();
    }

    // Zooms to layer `index`, as long as it is charged and from its first start on.
    showLayer(index) {
        this.release();
        const layer = this.run.summary.layers[index];
        this.view.layer = index;
        const air = Math.max(1, layer.end - layer.start) / 20;
        this.axis.show(layer.start - air, layer.end + air);
        this.draw();
        this.tooltip.announce(this.tooltip.describe({layer: index}, this.axis));
    }

    // Shows a node: brings it into the window, with its tooltip beside it.
    select(node) {
        if (node < 0 || node >= this.run.nodes.count) {
            return;
        }
        this.cursor = node;
        this.pin.clear();
        this.axis.reveal(this.run.nodes.start[node], this.run.nodes.end[node]);
        this.pinInSight({node}, this.tooltip.describeNode(node, this.axis), "gantt", [0.1, 1]);
    }

    // The same for a residency, with as much time around it as it lasts.
    selectResidency(residency) {
        const r = this.run.residencies;
        const span = r.close[residency] - r.open[residency];
        this.pin.clear();
        this.axis.show(r.open[residency] - span / 2, r.close[residency] + span / 2);
        this.pinInSight({residency}, this.tooltip.describeResidency(residency), "addresses",
                        [0.5, 0]);
    }

    pinInSight(target, content, panel, share) {
        this.draw();
        document.getElementById(panel).scrollIntoView({block: "nearest"});
        this.pin.set(target, content, share);
        this.tooltip.announce(content);
    }
}
