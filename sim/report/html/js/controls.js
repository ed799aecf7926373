// Buttons, keys, the search box and shift-drag: the ways into the timeline beside the pointer.

import {element} from "./dom.js";
import {nodeAtOrAfter, pipeOf} from "./run_data.js";

export class Controls {
    constructor(stage) {
        this.stage = stage;
        this.run = stage.run;
        this.axis = stage.axis;
        this.bindButtons();
        stage.root.addEventListener("keydown", event => this.key(event));
        for (const plot of stage.root.querySelectorAll(".plot")) {
            plot.addEventListener("mousedown", event => this.startSelection(plot, event));
        }
    }

    bindButtons() {
        const press = (id, action) => document.getElementById(id).addEventListener("click", action);
        press("zoom-in", () => this.axis.zoomBy(2));
        press("zoom-out", () => this.axis.zoomBy(0.5));
        press("reset", () => this.stage.reset());
        const find = document.getElementById("find");
        find.hidden = !this.run.nodes;
        find.addEventListener("submit", event => {
            event.preventDefault();
            document.getElementById("found").textContent =
                this.find(find.elements.query.value.trim());
        });
    }

    // Shift and drag: zoom to what was swept over.
    startSelection(plot, event) {
        if (!event.shiftKey || event.button !== 0) {
            return;
        }
        event.preventDefault();
        const left = plot.getBoundingClientRect().left;
        const clamp = x => Math.max(0, Math.min(this.axis.width, x - left));
        const from = clamp(event.clientX);
        const box = element("div", {class: "selection"});
        plot.append(box);
        const move = e => {
            const to = clamp(e.clientX);
            box.style.left = `${Math.min(from, to)}px`;
            box.style.width = `${Math.abs(to - from)}px`;
        };
        const end = e => {
            window.removeEventListener("mousemove", move);
            window.removeEventListener("mouseup", end);
            box.remove();
            const to = clamp(e.clientX);
            if (Math.abs(to - from) > 4) {
                const scale = this.axis.scale();
                this.axis.show(scale.invert(Math.min(from, to)), scale.invert(Math.max(from, to)));
            }
        };
        window.addEventListener("mousemove", move);
        window.addEventListener("mouseup", end);
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) {
            return;
        }
        const actions = {
            "ArrowLeft": () => this.axis.panBy(-0.2),
            "ArrowRight": () => this.axis.panBy(0.2),
            "a": () => this.axis.panBy(-0.2),
            "d": () => this.axis.panBy(0.2),
            "+": () => this.axis.zoomBy(1.5),
            "=": () => this.axis.zoomBy(1.5),
            "w": () => this.axis.zoomBy(1.5),
            "-": () => this.axis.zoomBy(1 / 1.5),
            "s": () => this.axis.zoomBy(1 / 1.5),
            "0": () => this.stage.reset(),
            "Home": () => this.stage.reset(),
            "ArrowUp": () => this.stepLane(-1),
            "ArrowDown": () => this.stepLane(1),
            ",": () => this.stepNode(-1),
            ".": () => this.stepNode(1),
            "Escape": () => this.stage.release(),
        };
        if (actions[event.key]) {
            event.preventDefault();
            actions[event.key]();
        }
    }

    stepNode(by) {
        if (!this.run.nodes) {
            return;
        }
        if (this.stage.cursor < 0) {
            this.stage.select(nodeAtOrAfter(this.run, this.run.pipes[0], this.axis.domain()[0]));
            return;
        }
        const pipe = pipeOf(this.run, this.stage.cursor);
        this.stage.select(Math.max(pipe.first, Math.min(pipe.last - 1, this.stage.cursor + by)));
    }

    stepLane(by) {
        if (!this.run.nodes || this.stage.cursor < 0) {
            this.stepNode(0);
            return;
        }
        const {pipes, nodes} = this.run;
        const lane = pipes.indexOf(pipeOf(this.run, this.stage.cursor)) + by;
        if (lane >= 0 && lane < pipes.length) {
            const at = nodeAtOrAfter(this.run, pipes[lane], nodes.start[this.stage.cursor]);
            this.stage.select(Math.min(at, pipes[lane].last - 1));
        }
    }

    // "123" is a node, "b17" the first residency of a buffer. Returns what to say, "" when found.
    find(query) {
        const buffer = /^b(?:uffer)?\s*(\d+)$/i.exec(query);
        if (buffer) {
            const residency = this.run.residencies.buffer.indexOf(Number(buffer[1]));
            if (residency < 0) {
                return `no buffer ${buffer[1]}`;
            }
            this.stage.selectResidency(residency);
            return "";
        }
        const node = /^\d+$/.test(query) ? this.run.nodes.byId.get(Number(query)) : undefined;
        if (node === undefined) {
            return `no node ${query} on a pipe`;
        }
        const {start, end} = this.run.nodes;
        const middle = (start[node] + end[node]) / 2;
        const span = 6 * Math.max(end[node] - start[node], 4);
        this.axis.show(middle - span, middle + span);
        this.stage.select(node);
        return "";
    }
}
