// Layers and the shapes of their nodes in words.

import {bytes, cycles, integer, percent, plural} from "./format.js";
import {holdsBack} from "./roofline_plot.js";

// A shape as node_work.h lists it.
export function shapeText([kind, ...sizes]) {
    const [a, b, c] = sizes;
    if (kind === "matmul") {
        return `${integer(a)} x ${integer(b)} x ${integer(c)} (m x n x k)`;
    }
    return kind === "vector"
        ? `${plural(a, "element", "elements")}, ${plural(b, "operation", "operations")} each`
        : `${plural(a, "row", "rows")} of ${bytes(b)}, ${c}`;
}

// The pipe that worked most of the time between a layer's first and last node: [name, share].
export function busiestPipe(layer) {
    const [name, busy] = Object.entries(layer.busy).reduce((a, b) => b[1] > a[1] ? b : a);
    return [name, busy / Math.max(1, layer.end - layer.start)];
}

// What holds layer i back: by the roofline, or, where it multiplies nothing, its busiest pipe.
export function heldBackBy(summary, i) {
    const roof = summary.roofline && summary.roofline.layers[i];
    const words = roof ? holdsBack(roof) : "";
    return words || busiestPipe(summary.layers[i])[0];
}

// The content of layer i's tooltip.
export function describeLayer(summary, i) {
    const layer = summary.layers[i];
    const roof = summary.roofline && summary.roofline.layers[i];
    const [pipe, busy] = busiestPipe(layer);
    const {read, write} = layer.ddr_bytes;
    return {
        title: layer.name + (roof ? ` · ${roof.kind}` : ""),
        rows: [
            ["Cycles", `${cycles(layer.cycles)} charged to it`,
             `from its first start, ${integer(layer.start)}, to its end, ${integer(layer.end)}`],
            ["Held back by", heldBackBy(summary, i), `${pipe} is busy ${percent(busy)} of that`],
            ...(layer.macs > 0 ? [
                ["MACs", integer(layer.macs), `${percent(layer.pe_utilization)} of the array`],
                ["Array", `${cycles(layer.busy.CUBE)} busy`,
                 `${cycles(Math.round(layer.array.working))} all PEs at work, ` +
                 `${cycles(Math.round(layer.array.idle_pes))} idle PEs and zeros, ` +
                 `${cycles(Math.round(layer.array.fill_drain))} fill and drain, ` +
                 `${cycles(Math.round(layer.array.port_waits))} waiting for ports`],
            ] : []),
            ["DDR", `${bytes(read)} read, ${bytes(write)} written`],
        ],
    };
}
