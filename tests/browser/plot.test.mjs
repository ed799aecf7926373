// The page of `systole plot`, with ten thousand points.
import assert from "node:assert/strict";
import {after, before, test} from "node:test";
import {open, settle} from "./support.mjs";

let browser;
let page;
let complaints;
let requests;

before(async () => {
    ({browser, page, complaints, requests} = await open());
});

after(async () => {
    await browser?.close();
});

// How many points the page says are selected.
async function selected() {
    await settle(page);
    return Number((await page.innerText("#count")).match(/^[\d,]+/)[0].replaceAll(",", ""));
}

// Pixels of the element's canvas that are not empty.
function inked(id) {
    return page.$eval(`#${id} canvas`, canvas => {
        const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 3; i < data.length; i += 4) {
            count += data[i] > 0 ? 1 : 0;
        }
        return count;
    });
}

async function drag(box, from, to) {
    await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, {steps: 8});
    await page.mouse.up();
}

test("are all charts drawn?", async () => {
    assert.equal(await selected(), 10000);
    assert.ok(await inked("scatter") > 1000);
    assert.ok(await inked("parallel") > 1000);
    assert.ok((await page.locator("#scatter path.front").getAttribute("d")).length > 10);
    assert.equal(await page.locator("#heat rect.cell").count(), 2500);
    assert.ok(await page.locator("#lines circle").count() >= 50);
    assert.equal(await page.locator("#points tbody tr").count(), 200);
});

test("does the table begin with the least makespan of all points?", async () => {
    const least = await page.$eval("#systole-sweep", script => {
        const data = JSON.parse(script.textContent);
        return Math.min(...data.values[data.columns.findIndex(c => c.name === "makespan")]);
    });
    const column = await page.$$eval("#points th", heads =>
        heads.findIndex(th => th.textContent === "makespan"));
    const first = await page.locator("#points tbody tr").first().locator("td").nth(column)
        .innerText();
    assert.equal(Number(first.replaceAll(",", "")), least);
});

test("does a range on an axis select, and Clear undo it?", async () => {
    const axis = page.locator('#parallel .brush[data-column="cube.rows"] .overlay');
    const box = await axis.boundingBox();
    await drag(box, [0.5, 0.1], [0.5, 0.45]);
    const some = await selected();
    assert.ok(some > 1000 && some < 9000, `${some} points`);
    await page.click("#clear");
    assert.equal(await selected(), 10000);
});

test("does a box in the scatter select?", async () => {
    const box = await page.locator("#scatter .brush .overlay").boundingBox();
    await drag(box, [0.02, 0.3], [0.5, 0.98]);
    const some = await selected();
    assert.ok(some > 0 && some < 10000, `${some} points`);
    await page.click("#clear");
});

test("does a point say which command makes it?", async () => {
    await page.locator("#points tbody tr").nth(3).click();
    await settle(page);
    assert.match(await page.innerText("#command"), /systole run .*cube\.rows=/);
});

test("do ten thousand points stay smooth while a range moves?", async () => {
    const axis = page.locator('#parallel .brush[data-column="cube.cols"] .overlay');
    const box = await axis.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 0.1 * box.height);
    await page.mouse.down();
    const start = Date.now();
    const steps = 20;
    for (let i = 1; i <= steps; ++i) {
        await page.mouse.move(box.x + box.width / 2, box.y + (0.1 + 0.03 * i) * box.height);
        await settle(page);
    }
    await page.mouse.up();
    const each = (Date.now() - start) / steps;
    // Generous, for a loaded machine: drawing point by point in SVG takes seconds a step.
    assert.ok(each < 1000, `${each} ms a step`);
    await page.click("#clear");
});

test("was nothing asked of the network, and nothing complained of?", () => {
    assert.deepEqual(requests.filter(url => !/^(file|data):/.test(url)), []);
    assert.deepEqual(complaints, []);
});
