// The page's modules that need no page: numbers, by the list that tests the program's, and colours.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {bytes, quantity} from "../../sim/report/html/js/format.js";
import {colourNumber, hash} from "../../sim/report/html/js/op_colours.js";

test("does a quantity read as the program writes it?", () => {
    const list = JSON.parse(readFileSync(
        new URL("../sim/core/quantity_cases.json", import.meta.url), "utf8"));
    assert.ok(list.length > 30);
    for (const [value, exponent, unit, text] of list) {
        assert.equal(quantity(value, exponent, unit), text, `${value} x 10^${exponent} ${unit}`);
    }
    assert.equal(quantity(Infinity, 0, "W"), "- W");
    assert.equal(quantity(NaN, 0, ""), "-");
});

test("do bytes read as the program writes them?", () => {
    for (const [n, text] of [
        [0, "0 B"], [1023, "1023 B"], [1024, "1.000 KiB"], [1536, "1.500 KiB"],
        [1023 * 1024, "1023 KiB"], [1048063, "1023 KiB"], [1048064, "1.000 MiB"],
        [17071000, "16.28 MiB"], [2 ** 64, "16.00 EiB"],
    ]) {
        assert.equal(bytes(n), text);
    }
});

test("has an operation its colour by its name alone?", () => {
    // FNV-1a of the empty text, of "a" and of "foobar": the algorithm's own test vectors.
    assert.equal(hash(""), 0x811c9dc5);
    assert.equal(hash("a"), 0xe40c292c);
    assert.equal(hash("foobar"), 0xbf9cf968);
    assert.equal(colourNumber("MATMUL"), 1);
    assert.equal(colourNumber("a"), 0xe40c292c % 10);
});

test("are the known operations of a pipe told apart?", () => {
    const vector = ["EXP", "MUL", "SUB", "ADD", "ROWMAX", "ROWSUM", "COMPACT", "MAX", "REC"];
    for (const ops of [vector, ["MATMUL", "CONV", "CONV_ADD"], ["MOVE", "D2S"],
                       ["COPY", "COPY_OUT", "SYNC"]]) {
        assert.equal(new Set(ops.map(colourNumber)).size, ops.length, ops.join());
    }
});
