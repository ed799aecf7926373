// The page's numbers against the program's: both read the same list.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {bytes, quantity} from "../../sim/report/html/js/format.js";

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
