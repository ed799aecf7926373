// Numbers as the whole page writes them. Quantities, counts and bytes follow the program's own
// rule, sim/core/quantity.h.

import {format} from "d3";

const PREFIXES = ["y", "z", "a", "f", "p", "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Z",
                  "Y"];
const SMALLEST = -24;
const formatInteger = format(",d");

// A number, positive, to four digits: the digits and the power of ten of the first one.
function rounded(value) {
    const [digits, power] = value.toExponential(3).split("e");
    return {digits: digits.replace(".", ""), power: Number(power)};
}

function withPoint(digits, before) {
    return before < digits.length ? `${digits.slice(0, before)}.${digits.slice(before)}` : digits;
}

// `value` x 10^`exponent` of `unit` with an SI prefix, four significant digits: "24.05 mJ".
export function quantity(value, exponent, unit) {
    const join = (number, prefixed) => prefixed ? `${number} ${prefixed}` : number;
    if (!Number.isFinite(value)) {
        return join("-", unit);
    }
    if (value === 0) {
        return join("0", unit);
    }
    const sign = value < 0 ? "-" : "";
    const {digits, power} = rounded(Math.abs(value));
    const at = power + exponent - SMALLEST;
    if (at < 0 || at >= 3 * PREFIXES.length) {
        const ten = at + SMALLEST;
        return join(`${sign}${withPoint(digits, 1)}e${ten < 0 ? "-" : "+"}` +
                    String(Math.abs(ten)).padStart(2, "0"), unit);
    }
    return join(sign + withPoint(digits, 1 + at % 3), PREFIXES[Math.floor(at / 3)] + unit);
}

export function integer(n) {
    return formatInteger(Math.round(n));
}

export function cycles(n) {
    return plural(n, "cycle", "cycles");
}

export function plural(n, one, many) {
    return `${integer(n)} ${n === 1 ? one : many}`;
}

export function percent(share) {
    const value = 100 * share;
    const digits = value !== 0 && Math.abs(value) < 10 ? 2 : 1;
    return `${format(`,.${digits}f`)(value)} %`;
}

// Exact below 1024, four significant digits from there: "16.28 MiB".
export function bytes(n) {
    if (n < 1024) {
        return `${n} B`;
    }
    const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let value = n / 1024;
    let i = 0;
    while (value >= 1023.5) {       // would print as 1024
        value /= 1024;
        ++i;
    }
    const {digits, power} = rounded(Math.max(1, value));
    return `${withPoint(digits, 1 + power)} ${units[i]}`;
}

// Few digits of a rate, MACs per cycle or byte.
export function rate(value) {
    return value >= 100 ? integer(value) : format(".3~g")(value);
}

// The time that `n` cycles take at the core's clock.
export function wallTime(n, megahertz) {
    return quantity(n / megahertz, -6, "s");
}

export function energyText(picojoules) {
    return quantity(picojoules, -12, "J");
}

// Axis ticks: all in one scale, so that neighbours compare at a glance.
export function tickFormat(domain) {
    const span = domain[1] - domain[0];
    const largest = Math.max(Math.abs(domain[0]), Math.abs(domain[1]));
    for (const [scale, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"]]) {
        if (largest >= scale && span >= scale / 50) {
            return v => v === 0 ? "0" : `${format(",.6~f")(v / scale)} ${letter}`;
        }
    }
    return v => Number.isInteger(v) ? integer(v) : "";
}

// What a run moved over the DDR bus, of what that can; `use` is the report's ddr_bus.
export function busUse(use) {
    return `${use.bytes_per_cycle.toFixed(1)} of ${use.peak.toFixed(1)} B/cycle over the bus` +
        (use.above > 1 ? ", as transfers do not share" : "");
}
