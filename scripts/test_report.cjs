// The browser part of scripts/test_report.sh.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [browserPath, folder, shots] = process.argv.slice(2);
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

// The visible state of the current solution.
const seen = (page) => page.evaluate(() => {
  const figure = document.querySelector(".solution:not([hidden])");
  const parts = [...figure.querySelectorAll("[data-name]")];
  return {
    told: document.getElementById("told").textContent,
    title: figure.querySelector("figcaption").textContent,
    visible: parts.filter((part) => part.style.visibility !== "hidden").length,
    moved: figure.querySelectorAll(".mover").length,
    all: parts.length,
  };
});

const player = async (page) => {
  let now = await seen(page);
  assert.equal(now.visible, now.all, "the solution is there, whole");
  // Keys work without focus while the picture is in view.
  await page.evaluate(() => document.activeElement.blur());
  await page.locator(".solution:not([hidden])").scrollIntoViewIfNeeded();
  await page.keyboard.press("Home");
  now = await seen(page);
  assert.equal(now.visible, 1, "Home shows the first step");
  assert.match(now.told, /1 of/);
  assert.equal(now.moved, 1, "a frame marks the square of the step");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal((await seen(page)).visible, 3, "an arrow is a step");
  await page.keyboard.press("ArrowLeft");
  assert.equal((await seen(page)).visible, 2, "and a step back");
  await page.click("#next");
  assert.equal((await seen(page)).visible, 3, "a click is a step");
  await page.click("#first");
  assert.equal((await seen(page)).visible, 1);
  await page.click("#last");
  assert.equal((await seen(page)).visible, now.all);
  await page.fill("#speed", "30");
  await page.click("#play");
  await page.waitForFunction(() => document.getElementById("play").ariaLabel === "Play"
    && document.querySelectorAll(".solution:not([hidden]) [data-step][style*=hidden]").length === 0);
  const before = (await seen(page)).title;
  await page.focus(".solution:not([hidden])");
  await page.keyboard.press("n");
  assert.notEqual((await seen(page)).title, before, "N takes the next solution");
  await page.keyboard.press("p");
  assert.equal((await seen(page)).title, before);
  await page.selectOption("#pick", "1");
  assert.notEqual((await seen(page)).title, before, "the list takes another");
};

const check = async (browser, name, size, colorScheme) => {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme, bypassCSP: true });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) problems.push(`asks ${request.url()}`);
  });
  await page.goto(`file://${path.join(folder, name)}`);
  if (shots) {
    fs.mkdirSync(shots, { recursive: true });
    const file = `${name.replace(".html", "")}-${size}-${colorScheme}.png`;
    await page.screenshot({ path: path.join(shots, file), fullPage: true });
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name} is ${wide} pixels wider than a ${size}`);
  await player(page);
  await page.addScriptTag({ content: axe });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const serious = violations.filter((v) => ["serious", "critical"].includes(v.impact));
  const told = serious.map((v) => `${v.id}: ${v.help} (${v.nodes.map((n) => n.target).join(", ")})`);
  assert.deepEqual(told, [], `${name}, ${size}, ${colorScheme}`);
  assert.deepEqual(problems, [], `${name}, ${size}, ${colorScheme}`);
  await context.close();
};

// The page under its own content security policy.
const plain = async (browser) => {
  const page = await browser.newPage();
  const problems = [];
  page.on("console", (message) => problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(`file://${path.join(folder, "report.html")}`);
  assert.equal(await page.isVisible("#controls"), true, "the script runs");
  assert.deepEqual(problems, []);
  await page.close();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(`file://${path.join(folder, "report.html")}`);
  assert.equal(await still.isVisible("#controls"), false, "without a script there are no controls");
  assert.ok(await still.isVisible(".solution >> nth=1"), "and every solution is there");
  await context.close();
};

(async () => {
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  try {
    await plain(browser);
    for (const name of ["report.html", "tours.html"]) {
      for (const size of Object.keys(sizes)) {
        for (const colorScheme of ["light", "dark"]) await check(browser, name, size, colorScheme);
      }
    }
  } finally {
    await browser.close();
  }
  console.log("the reports are as they should be");
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
