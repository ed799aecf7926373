// Layers on the timeline and in their table, what stays pinned, paper and narrow screens.
import assert from "node:assert/strict";
import {after, before, beforeEach, test} from "node:test";
import {open, overprints, settle} from "./support.mjs";

let browser;
let page;
let complaints;
let layers;
let byNode;

const shown = () => page.evaluate(() => window.systoleReport.window());
const names = () => page.$$eval("#layers tbody th", list => list.map(th => th.textContent));
const head = text => page.locator("#layers thead .sort", {hasText: new RegExp(`^${text}$`)});

before(async () => {
    ({browser, page, complaints} = await open());
    ({layers, byNode} = await page.evaluate(() => ({
        layers: window.systoleReport.run.summary.layers,
        byNode: window.systoleReport.run.nodes !== null,
    })));
});

beforeEach(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.mouse.move(2, 2);
    await page.evaluate(() => window.systoleReport.reset());
    await settle(page);
});

after(async () => {
    await browser?.close();
});

// The window shows layer `i` from its first start to its end and little else.
async function assertZoomed(i) {
    const [from, to] = await shown();
    const {start, end} = layers[i];
    assert.ok(from <= start && to >= end, `${from} to ${to} does not hold ${start} to ${end}`);
    assert.ok(to - from < 1.2 * (end - start) + 32, `${from} to ${to} is more than the layer`);
}

test("does the band name a layer and zoom to it?", async () => {
    const longest = layers.reduce((best, l, i) => l.cycles > layers[best].cycles ? i : best, 0);
    const box = await page.locator("#band .plot").boundingBox();
    const {makespan} = await page.evaluate(() => window.systoleReport.run);
    const middle = layers[longest].end - layers[longest].cycles / 2;
    await page.mouse.move(box.x + box.width * middle / makespan, box.y + 12);
    const text = await page.innerText("#tooltip");
    assert.ok(text.includes(layers[longest].name), text);
    assert.match(text, /charged to it[\s\S]*Held back by[\s\S]*is busy/);
    await page.mouse.down();
    await page.mouse.up();
    await settle(page);
    await assertZoomed(longest);
});

test("does a press on a row zoom to its layer, and Escape let go?", async () => {
    const button = page.locator("#layers tbody button.go").nth(2);
    await button.focus();
    await page.keyboard.press("Enter");
    await settle(page);
    await assertZoomed(2);
    const top = await page.$eval("#stage", e => e.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < 400, "the timeline is in sight");
    assert.ok((await page.textContent("#announcer")).includes(layers[2].name));
    await page.locator("#layers tbody tr").nth(1).locator("td").nth(2).click();
    await settle(page);
    await assertZoomed(1);
});

test("does the table hold every layer and sort by a press on a head?", async () => {
    const asTheyCame = layers.map(l => l.name);
    assert.deepEqual(await names(), asTheyCame);
    const byMacs = layers.map((l, i) => [l.macs, i]).sort((a, b) => b[0] - a[0] || a[1] - b[1])
        .map(([, i]) => layers[i].name);
    await head("MACs").click();
    assert.deepEqual(await names(), byMacs);
    const sort = () => page.$$eval("#layers thead th", list => list
        .filter(th => th.textContent === "MACs").map(th => th.getAttribute("aria-sort"))[0]);
    assert.equal(await sort(), "descending");
    await head("MACs").focus();
    await page.keyboard.press("Enter");
    assert.equal(await sort(), "ascending");
    assert.equal((await names())[0], layers.reduce((a, b) => b.macs < a.macs ? b : a).name);
    await page.keyboard.press("Enter");
    assert.deepEqual(await names(), asTheyCame);
    // A name sorts from a to z first.
    await head("Layer").click();
    assert.deepEqual(await names(), asTheyCame.slice().sort());
    await head("Layer").click();
    await head("Layer").click();
});

test("does the head of the table stay while its rows scroll?", async () => {
    const [frame, th] = await page.$eval("#layers", table => {
        const scroll = table.parentElement;
        scroll.style.maxHeight = "120px";
        scroll.scrollTop = 60;
        const tops = [scroll, table.querySelector("thead th")].map(
            e => e.getBoundingClientRect().top);
        scroll.style.maxHeight = "";
        return tops;
    });
    assert.ok(Math.abs(frame - th) < 2, `frame at ${frame}, head at ${th}`);
});

test("does every row say what holds its layer back?", async () => {
    const {roofline} = await page.evaluate(() => window.systoleReport.run.summary);
    const cells = await page.$$eval("#layers td.words", list => list.map(
        td => [td.firstChild.textContent, td.querySelector("small").textContent]));
    assert.equal(cells.length, layers.length);
    cells.forEach(([words, pipe], i) => {
        const {bound, bound_level: level} = roofline.layers[i];
        if (bound !== "none") {
            assert.equal(words, {compute: "the array", mapping: "array shape", memory: level}[bound]);
        }
        assert.match(pipe, /^(MTE[123]|CUBE|VECTOR|FIXP) [\d.]+ % busy$/);
    });
});

test("does a node's tooltip name its layer and shape?", async t => {
    if (!byNode) {
        t.skip("the page carries bins");
        return;
    }
    const node = await page.evaluate(() => {
        const {run} = window.systoleReport;
        const matmul = run.ops.indexOf("MATMUL");
        const i = run.nodes.op.findIndex(op => op === matmul);
        return {id: run.nodes.id[i], start: run.nodes.start[i], end: run.nodes.end[i]};
    });
    await page.evaluate(({start, end}) => window.systoleReport.show(start - 50, end + 50), node);
    await settle(page);
    const place = await page.evaluate(id => window.systoleReport.placeOf(id), node.id);
    await page.mouse.move(place.x, place.y);
    assert.match(await page.innerText("#tooltip"),
                 /Layer\s+row 0\s+Shape\s+64 x 64 x 64 \(m x n x k\)/);
});

test("does a pinned tooltip move with its place and leave with it?", async t => {
    if (!byNode) {
        t.skip("the page carries bins");
        return;
    }
    const id = await page.evaluate(() => window.systoleReport.run.nodes.id[7]);
    await page.fill("#find input", String(id));
    await page.keyboard.press("Enter");
    await settle(page);
    const tooltip = page.locator("#tooltip.pinned");
    const before = await tooltip.boundingBox();
    await page.evaluate(() => window.scrollBy(0, 40));
    await settle(page);
    assert.ok(Math.abs(before.y - 40 - (await tooltip.boundingBox()).y) < 2);
    await page.evaluate(() => document.getElementById("traffic").scrollIntoView());
    await settle(page);
    assert.ok(await page.isHidden("#tooltip"), "its place is out of sight");
    await page.evaluate(() => window.scrollTo(0, 0));
    await settle(page);
    assert.ok(await page.isHidden("#tooltip"), "it does not come back");
    // The same where the window of time leaves it behind.
    await page.fill("#find input", String(id));
    await page.keyboard.press("Enter");
    await settle(page);
    assert.ok(await page.isVisible("#tooltip.pinned"));
    await page.evaluate(() => {
        const {run, show} = window.systoleReport;
        show(run.makespan * 0.9, run.makespan * 0.95);
    });
    await settle(page);
    assert.ok(await page.isHidden("#tooltip"));
    await page.fill("#find input", "");
});

test("has MATMUL the colour that it has in every report?", async () => {
    const chip = page.locator("#legend .chip", {hasText: /^MATMUL$/}).locator("i");
    assert.equal(await chip.evaluate(i => getComputedStyle(i).backgroundColor),
                 "rgb(68, 170, 153)");
});

test("is the whole page on paper?", async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({media: "print"});
    const found = await page.evaluate(() => {
        const cut = [...document.querySelectorAll(".scroll")].filter(
            e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1);
        const width = selector => document.querySelector(selector).getBoundingClientRect().width;
        return {
            cut: cut.map(e => e.querySelector("table").id),
            body: width("body"),
            axis: [width("#axis path.domain"), width("#gantt canvas")],
            roofline: [width("#roofline-plot svg"), width("#roofline-plot")],
        };
    });
    await page.emulateMedia({media: "screen"});
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await settle(page);
    assert.deepEqual(found.cut, []);
    assert.equal(found.body, 700);
    assert.ok(Math.abs(found.axis[0] - found.axis[1]) < 3, `axis and chart: ${found.axis}`);
    assert.ok(found.roofline[0] <= found.roofline[1] + 1, `roofline: ${found.roofline}`);
    assert.ok(await page.$eval("#gantt canvas", c => c.clientWidth) > 1000, "screen again");
});

test("does no label overprint another at 800 pixels?", async () => {
    await page.setViewportSize({width: 800, height: 900});
    await settle(page);
    for (const selector of ["#roofline-plot text", "#axis text", ".row-label > *", "#tiles dd > *",
                            "#legend .chip", ".key li"]) {
        assert.deepEqual(await overprints(page, selector), [], selector);
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    await page.setViewportSize({width: 1400, height: 900});
    await settle(page);
    assert.ok(width <= 800, `the page is ${width} pixels wide`);
});

test("do arrow keys go from mark to mark of the roofline?", async () => {
    await page.focus("#roofline-plot svg");
    await page.keyboard.press("ArrowRight");
    const first = await page.textContent("#announcer");
    assert.match(await page.innerText("#tooltip"), /Bound by/);
    assert.equal(await page.locator("#roofline-plot circle.current").count(), 1);
    await page.keyboard.press("End");
    assert.notEqual(await page.textContent("#announcer"), first);
    const last = (await page.textContent("#announcer")).split(" · ")[0];
    await page.keyboard.press("Enter");
    await settle(page);
    await assertZoomed(layers.findIndex(l => l.name === last));
    await page.focus("#roofline-plot svg");
    await page.keyboard.press("Home");
    assert.equal(await page.textContent("#announcer"), first);
    await page.keyboard.press("Escape");
    assert.ok(await page.isHidden("#tooltip"));
    assert.equal(await page.locator("#roofline-plot circle.current").count(), 0);
});

test("was nothing complained of?", () => {
    assert.deepEqual(complaints, []);
});
