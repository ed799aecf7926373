// The page of a trace without shapes: no layers, no energy, no roofline, the rest as ever.
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {open, settle} from "./support.mjs";

let browser;
let page;
let complaints;

before(async () => {
    ({browser, page, complaints} = await open());
});

after(async () => {
    await browser?.close();
});

test("are the panels drawn?", async () => {
    await page.waitForTimeout(300);     // panels out of sight are drawn last
    for (const panel of ["gantt", "occupancy", "addresses", "overview"]) {
        const pixels = await page.$eval(`#${panel} canvas`, canvas => {
            const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return data.filter((alpha, i) => i % 4 === 3 && alpha > 0).length;
        });
        assert.ok(pixels > 2000, `${panel} is blank`);
    }
    assert.notEqual(await page.textContent("#axis"), "");
});

test("is what it lacks hidden?", async () => {
    for (const id of ["band", "layers-section", "energy-section", "roofline-section"]) {
        assert.ok(await page.isHidden(`#${id}`), id);
    }
});

test("does it scroll, zoom and print without a complaint?", async () => {
    await page.evaluate(() => window.scrollTo(0, 2000));
    await settle(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.focus("#stage");
    await page.keyboard.press("+");
    await page.keyboard.press(".");
    await settle(page);
    assert.ok(await page.isVisible("#tooltip.pinned"));
    assert.doesNotMatch(await page.innerText("#tooltip"), /Layer|Shape/);
    await page.emulateMedia({media: "print"});
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await page.emulateMedia({media: "screen"});
    await settle(page);
    assert.deepEqual(complaints, []);
});
