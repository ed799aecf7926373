// A page in Chromium, for the tests beside this file: SYSTOLE_REPORT names it.
import assert from "node:assert/strict";
import path from "node:path";
import {pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

// {browser, page, complaints, requests}; the last two grow with what the page logs and asks for.
export async function open() {
    const file = process.env.SYSTOLE_REPORT;
    assert.ok(file, "SYSTOLE_REPORT must name a page");
    const browser = await chromium.launch({
        executablePath: process.env.SYSTOLE_CHROMIUM || "/usr/bin/chromium",
        args: FLAGS,
    });
    const page = await browser.newPage({viewport: {width: 1400, height: 900},
                                        colorScheme: "light"});
    const complaints = [];
    const requests = [];
    page.on("console", message => {
        if (message.type() === "error") {
            complaints.push(message.text());
        }
    });
    page.on("pageerror", error => complaints.push(String(error)));
    page.on("request", request => requests.push(request.url()));
    await page.goto(pathToFileURL(path.resolve(file)).href);
    await settle(page);
    return {browser, page, complaints, requests};
}

// Two frames: what was scheduled is drawn.
export async function settle(page) {
    await page.evaluate(() => new Promise(done => {
        requestAnimationFrame(() => requestAnimationFrame(done));
    }));
}

// Pairs of texts of `selector` that touch one another, and texts that reach past the window.
export async function overprints(page, selector) {
    return page.$$eval(selector, nodes => {
        const boxes = nodes.filter(n => n.textContent.trim() !== "")
            .map(n => ({text: n.textContent, box: n.getBoundingClientRect()}))
            .filter(({box}) => box.width > 0);
        const bad = boxes.filter(({box}) => box.left < 0 || box.right > window.innerWidth)
            .map(({text}) => `${text} is cut`);
        boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
            const apart = a.box.right <= b.box.left || b.box.right <= a.box.left ||
                a.box.bottom - 3 <= b.box.top || b.box.bottom - 3 <= a.box.top;
            if (!apart) {
                bad.push(`${a.text} | ${b.text}`);
            }
        }));
        return bad;
    });
}
