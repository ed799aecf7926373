// Colours. The style sheet owns the page's colours, light and dark; the canvases read them from
// it.
// Operations take theirs from Paul Tol's "muted" scheme, which stays apart under the common kinds
// of colour blindness; vermilion is kept for spills alone, and spills carry a hatch and a tick
// besides.

import {lab, range, rgb} from "d3";

import {isSpill} from "./run_data.js";

const OP_COLOURS = {
    light: ["#3b3fa0", "#44aa99", "#ddc867", "#7cc4e8", "#117733", "#aa4499", "#999933", "#5f8fc6",
            "#882255", "#cc6677"],
    dark: ["#7f86ee", "#3fae9c", "#d9c76b", "#86cdf0", "#2f9a56", "#c56bb7", "#b3b34a", "#6f9fd8",
           "#b64a80", "#dd8894"],
};

// A colour number for every op: no two ops of one pipe share one while there are enough.
function assignColours(run) {
    const chosen = new Map();
    const uses = new Array(OP_COLOURS.light.length).fill(0);
    const byCycles = run.facts.ops
        .map(o => ({...o, index: run.ops.indexOf(o.op)}))
        .filter(o => !isSpill(run, o.index))
        .sort((a, b) => b.cycles - a.cycles || b.count - a.count);
    for (const o of byCycles) {
        if (chosen.has(o.index)) {
            continue;
        }
        const pipes = run.pipes.filter(p => p.ops.some(x => x.op === o.op));
        const near = new Set(pipes.flatMap(p => p.ops.map(x => chosen.get(run.ops.indexOf(x.op)))));
        const ranked = range(uses.length)
            .sort((a, b) => near.has(a) - near.has(b) || uses[a] - uses[b] || a - b);
        chosen.set(o.index, ranked[0]);
        ++uses[ranked[0]];
    }
    return run.ops.map((_, op) => chosen.get(op));
}

export function packed(colour, alpha = 1) {
    const c = rgb(colour);
    return {r: c.r, g: c.g, b: c.b, a: 255 * (c.opacity * alpha)};
}

export function createTheme(run) {
    const numbers = assignColours(run);
    const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");
    const theme = {printing: false};

    theme.read = () => {
        const style = getComputedStyle(document.documentElement);
        const variable = name => style.getPropertyValue(name).trim();
        const dark = darkQuery.matches && !theme.printing;
        for (const name of ["ink", "muted", "grid", "lane", "surface", "accent", "spill", "busy",
                            "dependency", "address", "contention", "drained", "held"]) {
            theme[name] = variable(`--${name}`);
        }
        theme.font = style.fontFamily;
        const palette = dark ? OP_COLOURS.dark : OP_COLOURS.light;
        theme.op = run.ops.map(
            (_, op) => isSpill(run, op) || numbers[op] === undefined ? theme.spill
                                                                     : palette[numbers[op]]);
        theme.opPixel = theme.op.map(c => packed(c));
        theme.spillPixel = packed(theme.spill);
        theme.mutedPixel = packed(theme.muted);
        theme.opInk = theme.op.map(c => lab(c).l > 62 ? "#10141c" : "#ffffff");
    };
    theme.onChange = callback => {
        const change = () => {
            theme.read();
            callback();
        };
        darkQuery.addEventListener("change", change);
        // Paper is light; the class makes the style sheet say so before the canvases are redrawn.
        for (const [event, printing] of [["beforeprint", true], ["afterprint", false]]) {
            window.addEventListener(event, () => {
                theme.printing = printing;
                document.documentElement.classList.toggle("printing", printing);
                change();
            });
        }
    };
    theme.read();
    return theme;
}
