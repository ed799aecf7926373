// Scales, axes and the canvas below them, the same for every chart.

import {axisBottom, axisLeft, extent, scaleLinear, scaleLog, scalePoint, select} from "d3";

import {tickFormat} from "./../../report/html/js/format.js";
import {column, isNumeric, levels, value} from "./sweep_data.js";

export const MARGIN = {top: 14, right: 18, bottom: 40, left: 78};

export function colourOf(variable) {
    return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

// An empty chart of `height` pixels in the element: a canvas in the device's resolution below an SVG.
export function chart(id, height) {
    const host = document.getElementById(id);
    host.replaceChildren();
    const width = Math.max(320, host.clientWidth);
    const canvas = document.createElement("canvas");
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const svg = select(host).append("svg").attr("width", width).attr("height", height);
    host.insertBefore(canvas, host.firstChild);
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    return {svg, pen, width, height};
}

// A scale for the column's values among `points`, in pixels.
export function scaleFor(name, points, range, logarithmic) {
    if (!isNumeric(name)) {
        return scalePoint(levels(name), range).padding(0.5);
    }
    const values = points.map(i => value(name, i)).filter(v => v !== null);
    let [low, high] = extent(values);
    if (low === undefined) {
        [low, high] = [0, 1];
    }
    if (logarithmic && low > 0) {
        return scaleLog([low / 1.05, high * 1.05], range);
    }
    const space = (high - low || Math.abs(high) || 1) * 0.04;
    return scaleLinear([low - space, high + space], range);
}

function ticked(axis, scale) {
    if (scale.bandwidth || scale.step) {
        return axis;
    }
    return scale.base ? axis.ticks(5, "~s") : axis.ticks(6).tickFormat(tickFormat(scale.domain()));
}

export function axisTitle(name) {
    const {unit} = column(name);
    return unit ? `${name} [${unit}]` : name;
}

export function drawAxes({svg, width, height}, x, y, xName, yName) {
    svg.append("g").attr("class", "axis")
        .attr("transform", `translate(0,${height - MARGIN.bottom})`).call(ticked(axisBottom(x), x));
    svg.append("g").attr("class", "axis").attr("transform", `translate(${MARGIN.left},0)`)
        .call(ticked(axisLeft(y), y));
    svg.append("text").attr("class", "title").attr("x", width - MARGIN.right)
        .attr("y", height - 6).attr("text-anchor", "end").text(axisTitle(xName));
    svg.append("text").attr("class", "title").attr("x", 4).attr("y", 10).text(axisTitle(yName));
}
