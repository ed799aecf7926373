// Which points are selected: those within every range that some chart has set. Charts listen.

import {size, value} from "./sweep_data.js";

const ranges = new Map();                               // chart and column -> test of a point
const listeners = [];
let workload = null;
let chosen = null;

export const onChange = listener => listeners.push(listener);

function tell() {
    listeners.forEach(listener => listener());
}

export function setRange(owner, test) {
    if (test) {
        ranges.set(owner, test);
    } else {
        ranges.delete(owner);
    }
    tell();
}

export function clearRanges() {
    ranges.clear();
    tell();
}

export function setWorkload(name) {
    workload = name;
    tell();
}

export const currentWorkload = () => workload;
export const chosenPoint = () => chosen;
export function choose(point) {
    chosen = point;
    tell();
}

// Points of the workload that ran well.
export function shown() {
    const points = [];
    for (let i = 0; i < size; ++i) {
        if (value("workload", i) === workload && value("status", i) === "ok") {
            points.push(i);
        }
    }
    return points;
}

export const hasRanges = () => ranges.size > 0;
export function selected(points) {
    const tests = [...ranges.values()];
    return tests.length === 0 ? points : points.filter(i => tests.every(test => test(i)));
}
