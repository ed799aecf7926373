// The colours of operations: Paul Tol's "muted" scheme, which stays apart under the common kinds of
// colour blindness. Vermilion is kept for spills alone, and spills carry a hatch and a tick besides.

export const OP_COLOURS = {
    light: ["#3b3fa0", "#44aa99", "#ddc867", "#7cc4e8", "#117733", "#aa4499", "#999933", "#5f8fc6",
            "#882255", "#cc6677"],
    dark: ["#7f86ee", "#3fae9c", "#d9c76b", "#86cdf0", "#2f9a56", "#c56bb7", "#b3b34a", "#6f9fd8",
           "#b64a80", "#dd8894"],
};

// An op has its colour by its name, so that it is the same in every report. The known ops of a pipe
// have one each; a name that is not listed takes one by its hash.
const OP_NUMBERS = new Map(Object.entries({
    COPY_IN: 0,
    MOVE: 3, D2S: 6,
    MATMUL: 1, CONV: 4, CONV_ADD: 2,
    COPY: 9, COPY_OUT: 7,
    EXP: 8, MUL: 5, SUB: 2, ADD: 9, ROWMAX: 6, ROWSUM: 4, COMPACT: 1, MAX: 7, REC: 3, VECTOR: 5,
    SYNC: 6,
}));

// FNV-1a, 32 bits, of the name's UTF-16 units.
export function hash(name) {
    let h = 0x811c9dc5;
    for (let i = 0; i < name.length; ++i) {
        h = Math.imul(h ^ name.charCodeAt(i), 0x01000193) >>> 0;
    }
    return h;
}

export function colourNumber(op) {
    return OP_NUMBERS.has(op) ? OP_NUMBERS.get(op) : hash(op) % OP_COLOURS.light.length;
}
