// Colours. The style sheet owns the page's colours, light and dark; the canvases read them from
// it.

import {lab, rgb} from "d3";

import {OP_COLOURS, colourNumber} from "./op_colours.js";
import {onPrint, paper} from "./printing.js";
import {isSpill} from "./run_data.js";

export function packed(colour, alpha = 1) {
    const c = rgb(colour);
    return {r: c.r, g: c.g, b: c.b, a: 255 * (c.opacity * alpha)};
}

export function createTheme(run) {
    const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");
    const theme = {};

    theme.read = () => {
        const style = getComputedStyle(document.documentElement);
        const variable = name => style.getPropertyValue(name).trim();
        const dark = darkQuery.matches && !paper.on;
        for (const name of ["ink", "muted", "grid", "lane", "surface", "accent", "spill", "busy",
                            "dependency", "address", "contention", "drained", "held", "band-a",
                            "band-b"]) {
            theme[name] = variable(`--${name}`);
        }
        theme.font = style.fontFamily;
        const palette = dark ? OP_COLOURS.dark : OP_COLOURS.light;
        theme.op = run.ops.map(
            (name, op) => isSpill(run, op) ? theme.spill : palette[colourNumber(name)]);
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
        onPrint(change);
    };
    theme.read();
    return theme;
}
