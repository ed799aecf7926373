// The page of `systole roofline`.
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {open, overprints, settle} from "./support.mjs";

let browser;
let page;
let complaints;
let requests;
let roofline;

before(async () => {
    ({browser, page, complaints, requests} = await open());
    roofline = await page.$eval("#systole-roofline",
                                script => JSON.parse(script.textContent).roofline);
});

after(async () => {
    await browser?.close();
});

test("is there a mark and a row for each layer that multiplies?", async () => {
    const multiplying = roofline.layers.filter(l => l.bound !== "none").length;
    assert.ok(multiplying > 50);
    assert.equal(await page.locator("#roofline-plot path.layer").count(), multiplying);
    assert.equal(await page.locator("#layers tbody tr").count(), multiplying);
});

test("does the table sort?", async () => {
    await page.locator("#layers .sort", {hasText: "MACs/byte"}).click();
    const best = roofline.layers.reduce((a, b) => b.intensity > a.intensity ? b : a);
    assert.equal(await page.locator("#layers tbody th").first().textContent(), best.name);
});

test("do the keys walk over the marks?", async () => {
    await page.focus("#roofline-plot svg");
    await page.keyboard.press("ArrowLeft");
    assert.match(await page.innerText("#tooltip"), /Bound by/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden("#tooltip"));
});

test("does no label overprint another, wide or narrow?", async () => {
    for (const width of [1400, 800, 500]) {
        await page.setViewportSize({width, height: 900});
        await settle(page);
        for (let level = 0; level <= roofline.levels.length; ++level) {
            await page.locator("#roofline-levels button").nth(level).click();
            assert.deepEqual(await overprints(page, "#roofline-plot text"), [],
                             `${width} pixels, choice ${level}`);
        }
    }
});

test("was nothing asked of the network, and nothing complained of?", () => {
    assert.deepEqual(requests.filter(url => !/^(file|data):/.test(url)), []);
    assert.deepEqual(complaints, []);
});
