import {element, fill} from "./../../report/html/js/dom.js";
import {integer, plural} from "./../../report/html/js/format.js";
import {drawHeat, drawLines} from "./by_key.js";
import {Parallel} from "./parallel.js";
import {Scatter} from "./scatter.js";
import {choose, chosenPoint, clearRanges, currentWorkload, onChange, selected, setWorkload,
        shown} from "./selection.js";
import {columns, commands, isNumeric, keys, levels, metrics, size, title, value,
        varied} from "./sweep_data.js";

const MOST_ROWS = 200;                                  // of the table
const MOST_AXES = 10;

const control = id => document.getElementById(id);

function offer(id, names, wanted) {
    control(id).replaceChildren(...names.map(name => element("option", {value: name}, name)));
    const first = wanted.find(name => names.includes(name));
    control(id).value = first === undefined ? names[0] : first;
}

const has = (name, ...others) => [name, ...others].filter(n => columns.some(c => c.name === n));
const keysOrMethod = [...keys.filter(k => varied.includes(k)), ...has("method")];
const numericKeys = keysOrMethod.filter(isNumeric);
const axes = [...metrics, ...keys.filter(isNumeric)];

offer("workload", levels("workload"), []);
offer("x", axes, has("makespan"));
offer("y", axes, metrics.includes("energy_pj") ? ["energy_pj"] : ["ddr_read", "pe_utilization"]);
offer("colour", keysOrMethod, ["cube.dataflow", "method"]);
offer("heat-x", keysOrMethod, numericKeys);
offer("heat-y", keysOrMethod, keysOrMethod.filter(name => name !== control("heat-x").value));
offer("heat-metric", metrics, ["makespan"]);
offer("line-x", numericKeys.length > 0 ? numericKeys : keysOrMethod, []);
offer("line-group", keysOrMethod, ["cube.dataflow", "method"]);
offer("line-metric", metrics, ["makespan"]);
setWorkload(control("workload").value);

const scatter = new Scatter(() => ({x: control("x").value, y: control("y").value,
                                    colour: control("colour").value, log: control("log").checked}));
const shownAxes = [...keysOrMethod, ...["makespan", "energy_pj", "pe_utilization", "spills",
                                        "ddr_read"].filter(n => metrics.includes(n) &&
                                                                varied.includes(n))];
const parallel = new Parallel(shownAxes.slice(0, MOST_AXES));

function drawByKey() {
    drawHeat({x: control("heat-x").value, y: control("heat-y").value,
              metric: control("heat-metric").value});
    drawLines({x: control("line-x").value, group: control("line-group").value,
               metric: control("line-metric").value});
}

const cell = at => at === null ? "" : typeof at === "number" && Number.isInteger(at) ? integer(at)
    : typeof at === "number" ? at.toPrecision(5) : String(at);

function drawTable() {
    const names = ["point", ...keysOrMethod, ...metrics.filter(n => varied.includes(n)).slice(0, 9)];
    const points = selected(shown());
    const first = control("x").value;
    points.sort((a, b) => value(first, a) - value(first, b) || a - b);
    control("count").textContent = `${plural(points.length, "point", "points")} selected` +
        (points.length > MOST_ROWS ? `, the first ${MOST_ROWS} by ${first}` : "");
    fill("points",
         element("thead", {}, element("tr", {}, ...names.map(n => element("th", {scope: "col"}, n)))),
         element("tbody", {}, ...points.slice(0, MOST_ROWS).map(i => {
             const row = element("tr", {class: i === chosenPoint() ? "chosen" : null},
                                 ...names.map(n => element("td", {class: isNumeric(n) ? "n" : null},
                                                           cell(value(n, i)))));
             row.addEventListener("click", () => choose(i));
             return row;
         })));
    const point = chosenPoint();
    control("command").hidden = point === null;
    if (point !== null) {
        fill("command", `Point ${value("point", point)}: `, element("code", {}, commands[point]));
    }
}

let frame = 0;
onChange(() => {
    if (!frame) {
        frame = requestAnimationFrame(() => {
            frame = 0;
            drawByKey();
            drawTable();
        });
    }
});

function drawAll() {
    scatter.draw();
    parallel.draw();
    drawByKey();
    drawTable();
}

control("title").textContent = title;
fill("setup", element("span", {}, plural(size, "point", "points")),
     element("span", {}, `${plural(levels("workload").length, "workload", "workloads")}, keys: ` +
             `${keys.join(", ")}`));
control("workload").addEventListener("change", () => {
    setWorkload(control("workload").value);
    drawAll();
});
for (const id of ["x", "y", "colour", "log"]) {
    control(id).addEventListener("change", () => scatter.draw());
}
for (const id of ["heat-x", "heat-y", "heat-metric", "line-x", "line-group", "line-metric"]) {
    control(id).addEventListener("change", drawByKey);
}
control("clear").addEventListener("click", () => {
    clearRanges();
    drawAll();
});
window.addEventListener("resize", drawAll);
if (currentWorkload() !== null) {
    drawAll();
}
