// Opens the page that SYSTOLE_REPORT names; see run.
import assert from "node:assert/strict";
import {after, before, beforeEach, test} from "node:test";
import {open, settle as settled} from "./support.mjs";

const screenshot = process.env.SYSTOLE_SCREENSHOT;

let browser;
let page;
let byNode;
let complaints;
let requests;

// The window of time, as the page's own attributes give it.
async function shownWindow() {
    return page.$eval("#stage", stage => [Number(stage.dataset.from), Number(stage.dataset.to)]);
}

const settle = () => settled(page);

// Waits until the window differs from `before` and has come to rest: wheel events arrive late.
async function movedFrom(before) {
    let last = await shownWindow();
    for (let still = 0, tries = 0; still < 3; ++tries) {
        assert.ok(tries < 100, `the window stays at ${before}`);
        await page.waitForTimeout(60);
        const now = await shownWindow();
        still = String(now) === String(last) && String(now) !== String(before) ? still + 1 : 0;
        last = now;
    }
    return last;
}

async function show(from, to) {
    await page.evaluate(([a, b]) => window.systoleReport.show(a, b), [from, to]);
    await settle();
}

async function plotBox(panel) {
    await page.locator(`#${panel} .plot`).scrollIntoViewIfNeeded();
    return page.locator(`#${panel} .plot`).boundingBox();
}

// Colours of a canvas and how many pixels have each, without those that are transparent.
async function colours(selector) {
    return page.$eval(selector, canvas => {
        const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        const counts = {};
        for (let i = 0; i < data.length; i += 4) {
            if (data[i + 3] > 0) {
                const colour = `${data[i]},${data[i + 1]},${data[i + 2]},${data[i + 3]}`;
                counts[colour] = (counts[colour] || 0) + 1;
            }
        }
        return counts;
    });
}

const withSeparators = n => n.toLocaleString("en-US");
const span = ([from, to]) => to - from;

before(async () => {
    ({browser, page, complaints, requests} = await open());
    byNode = await page.evaluate(() => window.systoleReport.run.nodes !== null);
});

beforeEach(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.mouse.move(2, 2);
    await page.evaluate(() => window.systoleReport.reset());
    await settle();
});

after(async () => {
    if (browser) {
        if (screenshot && page) {
            await page.evaluate(() => window.scrollTo(0, 0));
            await page.screenshot({path: screenshot});
        }
        await browser.close();
    }
});

test("every panel is drawn", async () => {
    await page.waitForTimeout(300);     // panels out of sight are drawn last
    for (const panel of ["gantt", "occupancy", "addresses", "overview"]) {
        const counts = await colours(`#${panel} canvas`);
        const pixels = Object.values(counts).reduce((a, b) => a + b, 0);
        assert.ok(pixels > 10000, `${panel} is blank`);
        assert.ok(Object.keys(counts).length >= 3, `${panel} has one or two colours`);
    }
});

test("the header says what the summary says", async () => {
    const facts = await page.evaluate(() => window.systoleReport.run.summary);
    const tiles = await page.innerText("#tiles");
    assert.ok(tiles.includes(withSeparators(facts.makespan)), "makespan");
    assert.ok(tiles.includes(withSeparators(facts.lower_bound)), "lower bound");
    assert.ok(tiles.includes(withSeparators(facts.spills)), "spills");
    assert.ok(tiles.includes(withSeparators(facts.extra_ddr)), "extra DDR");
});

test("the parts of each pipe's time sum to the makespan in the table", async () => {
    const makespan = await page.evaluate(() => window.systoleReport.run.makespan);
    const rows = await page.$$eval("#accounting tbody tr", list => list.map(row =>
        [...row.querySelectorAll("td.n:not(.strong)")].map(
            cell => Number(cell.firstChild.textContent.replaceAll(",", "")))));
    assert.equal(rows.length, 6);
    for (const row of rows) {
        assert.equal(row.reduce((a, b) => a + b, 0), makespan);
    }
});

test("layers and energy are listed and sum up", async () => {
    const summary = await page.evaluate(() => window.systoleReport.run.summary);
    assert.ok(await page.isVisible("#layers-section"));
    assert.equal(await page.locator("#layers tbody tr").count(), summary.layers.length);
    const cycles = summary.layers.reduce((sum, l) => sum + l.cycles, 0);
    assert.ok(cycles <= summary.makespan);
    assert.ok(await page.isVisible("#energy-section"));
    const units = Object.values(summary.energy_pj.by_unit).filter(pj => pj > 0);
    assert.equal(await page.locator("#energy tbody tr").count(), units.length);
    const sum = units.reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum / summary.energy_pj.total - 1) < 1e-9);
    // Each layer's stacked bar is as wide as the units' parts say.
    const width = await page.$$eval("#layers tbody tr", rows => Math.max(...rows.map(row =>
        [...row.querySelectorAll("td.half:nth-last-child(2) i")]
            .reduce((all, part) => all + parseFloat(part.style.width), 0))));
    assert.ok(Math.abs(width - 100) < 0.1, `the dearest layer's bar is ${width} % wide`);
});

test("no text stands between the sections", async () => {
    const loose = await page.evaluate(() => [...document.querySelectorAll("body, main, .pair")]
        .flatMap(parent => [...parent.childNodes])
        .filter(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "")
        .map(node => node.textContent.trim()));
    assert.deepEqual(loose, []);
});

test("the roofline has a mark for each layer that multiplies", async () => {
    const {roofline} = await page.evaluate(() => window.systoleReport.run.summary);
    const marks = page.locator("#roofline-plot path.layer");
    assert.equal(await marks.count(), roofline.layers.filter(l => l.bound !== "none").length);
    const title = () => page.textContent("#roofline-plot text.title");
    assert.match(await title(), /every operand once/);
    await marks.first().hover();
    assert.match(await page.textContent("#tooltip"), /Bound by/);
    await page.locator("#roofline-levels button").nth(2).click();
    assert.ok((await title()).endsWith(`through ${roofline.levels[1].name}`));
    await page.mouse.move(0, 0);
    assert.ok(await page.isHidden("#tooltip"));
});

test("hovering a block shows its node", async t => {
    if (!byNode) {
        t.skip("the page carries bins");
        return;
    }
    const node = await page.evaluate(() => {
        const {run} = window.systoleReport;
        let i = 0;
        for (let k = 0; k < run.nodes.count; ++k) {
            // The longest that waited for something, so that the tooltip has all its lines.
            const waited = run.nodes.dependency[k] > 0 || run.nodes.address[k] > 0;
            if (waited && run.nodes.cycles[k] > run.nodes.cycles[i]) {
                i = k;
            }
        }
        return {
            id: run.nodes.id[i],
            op: run.ops[run.nodes.op[i]],
            start: run.nodes.start[i],
            end: run.nodes.end[i],
            pipe: run.pipes.find(p => i >= p.first && i < p.last).name,
        };
    });
    const cycles = node.end - node.start;
    await show(node.start - cycles, node.end + cycles);
    const place = await page.evaluate(id => window.systoleReport.placeOf(id), node.id);
    await page.mouse.move(place.x, place.y);
    await page.waitForSelector("#tooltip:not([hidden])");
    const text = await page.innerText("#tooltip");
    for (const part of [node.op, `node ${node.id}`, node.pipe, withSeparators(node.start),
                        withSeparators(node.end), `${withSeparators(cycles)} cycles`, "buffer ",
                        "Waited for"]) {
        assert.ok(text.includes(part), `the tooltip lacks "${part}":\n${text}`);
    }
    await page.mouse.move(2, 2);
    assert.ok(await page.isHidden("#tooltip"));
});

test("hovering the memory panels says what they hold", async () => {
    let box = await plotBox("occupancy");
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    assert.match(await page.innerText("#tooltip"), /occupancy[\s\S]*In use[\s\S]*of [\d,]+ units/);
    box = await plotBox("addresses");
    // Where a buffer stands depends on the run: some place among these holds one.
    const held = byNode ? /Buffer \d+ in \w+[\s\S]*Addresses[\s\S]*Held/
                        : /\w+ addresses[\s\S]*In use/;
    const found = [];
    for (let i = 0; i < 100 && !found.some(text => held.test(text)); ++i) {
        await page.mouse.move(box.x + box.width * (0.05 + 0.9 * (i % 10) / 10),
                              box.y + box.height * (0.05 + 0.9 * Math.floor(i / 10) / 10));
        if (await page.isVisible("#tooltip")) {
            found.push(await page.innerText("#tooltip"));
        }
    }
    assert.ok(found.some(text => held.test(text)), `no buffer under the pointer: ${found[0]}`);
});

test("the wheel zooms about the pointer, the reset button undoes it", async () => {
    const full = await shownWindow();
    const ticks = await page.textContent("#axis");
    const box = await plotBox("gantt");
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
    for (let i = 0; i < 4; ++i) {
        await page.mouse.wheel(0, -400);
    }
    const near = await movedFrom(full);
    assert.ok(span(near) < 0.5 * span(full), `the window is ${near}`);
    const pointed = full[0] + 0.3 * span(full);
    assert.ok(Math.abs(near[0] + 0.3 * span(near) - pointed) < 0.01 * span(full),
              "what is under the pointer stays there");
    assert.notEqual(await page.textContent("#axis"), ticks);
    await page.click("#reset");
    await settle();
    assert.deepEqual(await shownWindow(), full);
});

test("turning the wheel back at full view scrolls the page", async () => {
    const full = await shownWindow();
    const box = await plotBox("gantt");
    await page.mouse.move(box.x + 200, box.y + 40);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => window.scrollY > 0);
    assert.deepEqual(await shownWindow(), full);
    await page.waitForTimeout(400);     // the end of that turn of the wheel
});

test("dragging moves the window, with Shift it zooms to the range", async () => {
    const full = await shownWindow();
    const quarter = span(full) / 4;
    await show(quarter, 2 * quarter);
    const box = await plotBox("gantt");
    const drag = async (from, to) => {
        await page.mouse.move(box.x + from * box.width, box.y + 60);
        await page.mouse.down();
        await page.mouse.move(box.x + (from + to) / 2 * box.width, box.y + 60);
        await page.mouse.move(box.x + to * box.width, box.y + 60);
        await page.mouse.up();
        await settle();
    };
    await drag(0.8, 0.3);
    const moved = await shownWindow();
    assert.ok(Math.abs(moved[0] - 1.5 * quarter) < 0.02 * quarter, `moved to ${moved}`);
    assert.ok(Math.abs(span(moved) - quarter) < 0.01 * quarter);
    await page.keyboard.down("Shift");
    await drag(0.25, 0.5);
    await page.keyboard.up("Shift");
    const swept = await shownWindow();
    assert.ok(Math.abs(span(swept) - quarter / 4) < 0.02 * quarter, `swept to ${swept}`);
});

test("the keyboard moves, zooms and walks from node to node", async () => {
    const full = await shownWindow();
    await page.focus("#stage");
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await settle();
    const near = await shownWindow();
    assert.ok(span(near) < 0.5 * span(full));
    await page.keyboard.press("ArrowRight");
    await settle();
    assert.ok((await shownWindow())[0] > near[0]);
    await page.keyboard.press("0");
    await settle();
    assert.deepEqual(await shownWindow(), full);
    if (byNode) {
        await page.keyboard.press(".");
        const first = await page.textContent("#announcer");
        assert.match(first, /node \d+/);
        assert.ok(await page.isVisible("#tooltip"));
        await page.keyboard.press(".");
        assert.notEqual(await page.textContent("#announcer"), first);
        await page.keyboard.press("Escape");
        assert.ok(await page.isHidden("#tooltip"));
    }
});

test("a node and a buffer are found by their ids", async t => {
    if (!byNode) {
        t.skip("the page carries bins");
        return;
    }
    const id = await page.evaluate(() => window.systoleReport.run.nodes.id[7]);
    await page.fill("#find input", String(id));
    await page.keyboard.press("Enter");
    assert.match(await page.innerText("#tooltip"), new RegExp(`node ${id}\\b`));
    const buffer = await page.evaluate(() => window.systoleReport.run.residencies.buffer[3]);
    await page.fill("#find input", `b${buffer}`);
    await page.keyboard.press("Enter");
    assert.match(await page.innerText("#tooltip"), new RegExp(`Buffer ${buffer}\\b`));
    await page.fill("#find input", "999999999");
    await page.keyboard.press("Enter");
    assert.match(await page.innerText("#found"), /no node 999999999/);
    await page.fill("#find input", "");
});

test("a legend chip makes its operation stand out", async () => {
    const before = await colours("#gantt canvas");
    const chip = page.locator("#legend .chip").first();
    await chip.click();
    await settle();
    assert.notDeepEqual(await colours("#gantt canvas"), before);
    assert.equal(await page.locator("#legend .chip").first().getAttribute("aria-pressed"), "true");
    await page.locator("#legend .chip").first().click();
    await settle();
    assert.deepEqual(await colours("#gantt canvas"), before);
});

test("a dark scheme changes page and charts", async () => {
    const background = () => page.$eval("body", body => getComputedStyle(body).backgroundColor);
    const light = [await background(), await colours("#gantt canvas")];
    await page.emulateMedia({colorScheme: "dark"});
    await settle();
    const dark = [await background(), await colours("#gantt canvas")];
    await page.emulateMedia({colorScheme: "light"});
    await settle();
    assert.notEqual(dark[0], light[0]);
    assert.notDeepEqual(dark[1], light[1]);
});

test("the page fits a narrow screen", async () => {
    await page.setViewportSize({width: 390, height: 800});
    await settle();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    await page.setViewportSize({width: 1400, height: 900});
    await settle();
    assert.ok(width <= 390, `it is ${width} pixels wide`);
});

test("all panels are redrawn fast enough to follow the pointer", async t => {
    // The best of several: the machine may be busy with other things.
    const best = await page.evaluate(() => {
        let least = Infinity;
        for (let i = 0; i < 20; ++i) {
            least = Math.min(least, window.systoleReport.drawMilliseconds());
        }
        return least;
    });
    t.diagnostic(`redraw: ${best.toFixed(1)} ms`);
    assert.ok(best < 60, `${best} ms`);
});

test("nothing was asked of the network and nothing was complained of", () => {
    const local = url => url.startsWith("file:") || url.startsWith("data:");
    assert.deepEqual(requests.filter(url => !local(url)), []);
    assert.deepEqual(complaints, []);
});
