// Numbers and DOM elements, as the whole page writes them.

const formatInteger = d3.format(",d");

function integer(n) {
    return formatInteger(Math.round(n));
}

function cycles(n) {
    return `${integer(n)} ${n === 1 ? "cycle" : "cycles"}`;
}

function plural(n, one, many) {
    return `${integer(n)} ${n === 1 ? one : many}`;
}

function percent(share) {
    const value = 100 * share;
    const digits = value !== 0 && Math.abs(value) < 10 ? 2 : 1;
    return `${d3.format(`,.${digits}f`)(value)} %`;
}

function bytes(n) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let i = 0;
    while (n >= 1024 && i < units.length - 1) {
        n /= 1024;
        ++i;
    }
    return i === 0 ? `${integer(n)} B` : `${n.toFixed(n < 10 ? 2 : 1)} ${units[i]}`;
}

// The time that `n` cycles take at the core's clock.
function wallTime(n, megahertz) {
    const ns = n * 1000 / megahertz;
    for (const [limit, scale, unit] of [[1e3, 1, "ns"], [1e6, 1e3, "µs"], [1e9, 1e6, "ms"]]) {
        if (ns < limit) {
            return `${(ns / scale).toPrecision(3)} ${unit}`;
        }
    }
    return `${d3.format(",")(Number((ns / 1e9).toPrecision(3)))} s`;
}

// Axis ticks: all in one scale, so that neighbours compare at a glance.
function tickFormat(domain) {
    const span = domain[1] - domain[0];
    const largest = Math.max(Math.abs(domain[0]), Math.abs(domain[1]));
    for (const [scale, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"]]) {
        if (largest >= scale && span >= scale / 50) {
            return v => v === 0 ? "0" : `${d3.format(",.6~f")(v / scale)} ${letter}`;
        }
    }
    return v => Number.isInteger(v) ? integer(v) : "";
}

// element("td", {class: "n"}, "text", child, ...): text is always text, never markup.
function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (value === true) {
            node.setAttribute(name, "");
        } else if (value !== false && value !== null && value !== undefined) {
            node.setAttribute(name, value);
        }
    }
    node.append(...children.filter(child => child !== null && child !== undefined));
    return node;
}
