import {sum} from "d3";

import {Controls} from "./controls.js";
import {showEnergy} from "./energy.js";
import {cycles, integer} from "./format.js";
import {showHeader} from "./header.js";
import {showLayers} from "./layers.js";
import {showRoofline} from "./roofline_plot.js";
import {loadRun} from "./run_data.js";
import {Stage} from "./stage.js";
import {
    showAccounting, showConfig, showCounters, showLegend, showMemory, showOperations,
    showProvenance, showTraffic,
} from "./tables.js";
import {createTheme} from "./theme.js";

const run = loadRun();
const theme = createTheme(run);
const view = {emphasis: -1, layer: -1};     // the op and the layer that stand out, or -1

showHeader(run);
showAccounting(run);
showOperations(run, theme);
showEnergy(run);
showMemory(run);
showTraffic(run);
showCounters(run);
showConfig(run);
showProvenance(run);

if (run.bins) {
    const note = document.getElementById("summed-up");
    note.hidden = false;
    note.textContent =
        `This run has ${integer(sum(run.facts.ops, o => o.count))} nodes on pipes, too many ` +
        `to carry in a page: the timeline sums them up in ${integer(run.bins.count)} bins of ` +
        `${cycles(run.bins.width)}. ops.csv and timeline.json (--write ops,timeline) hold every node.`;
    document.getElementById("map-title").textContent = "share of each address range in use";
    document.getElementById("map-key").hidden = true;
}

const stage = new Stage(run, theme, view);
new Controls(stage);
const showLayer = index => {
    stage.showLayer(index);
    document.getElementById("timeline").scrollIntoView({block: "start"});
    stage.root.focus({preventScroll: true});
};
showLayers(run, showLayer);
showRoofline(run.summary.roofline, stage.tooltip, {enter: () => stage.release(), choose: showLayer});
showLegend(run, theme, view, () => stage.schedule());

// For scripts and the browser's console: window of time in cycles, places in viewport pixels.
window.systoleReport = {
    run,
    window: () => stage.axis.domain(),
    show: (from, to) => stage.axis.show(from, to),
    reset: () => stage.reset(),
    drawMilliseconds: () => {
        stage.draw(true);
        return stage.lastDraw;
    },
    placeOf: id => {
        const node = run.nodes.byId.get(id);
        const plot = document.querySelector("#gantt .plot").getBoundingClientRect();
        const box = stage.panels.gantt.box(node, stage.axis);
        return {x: plot.left + box.x + box.width / 2, y: plot.top + box.y + box.height / 2};
    },
};
