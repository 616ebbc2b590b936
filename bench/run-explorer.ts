/**
 * Measures the explorer in Chromium, on the built-in data: how long pages take, what moves on them, how soon they respond,
 * and memory.
 */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { median } from "./comparison.ts";
import { KEY, runBenchmark, startService } from "./environment.ts";
import { inTab, type Machine, noticed, startBrowser } from "./explorer/browser.ts";
import { ROWS, VISITED, type Visited } from "./explorer/visited.ts";
import { isSelected } from "./only.ts";
import { durationLine, memoryLine, met, plainHeading } from "./table.ts";

const ROUNDS = 5;
const PAGES = 200;
const LIST = "/missions?sort=name";
/** A hundred rows with all columns. */
const LARGE = "/missions?limit=100&fields=*";
/** Goals: milliseconds, bytes, and for layout shifts no unit. */
const GOALS = { first: 450, phone: 1_500, next: 100, task: 50, growth: 20_000_000, interaction: 200, shift: 0.01 };

async function run(folder: string): Promise<void> {
  const service = await startService(`sqlite:${join(folder, "explorer.db")}`, { DATASET: "builtin" });
  const browser = await startBrowser();
  try {
    // The service compresses what it sends to everybody once.
    await firstList(browser, service.url, "computer");
    console.log(plainHeading(`the explorer, median of ${ROUNDS}`));
    const cases: [name: string, measure: () => Promise<number>, goal: number][] = [
      ["first list", () => firstList(browser, service.url, "computer"), GOALS.first],
      ["first list, phone", () => firstList(browser, service.url, "phone"), GOALS.phone],
      ["next page, beyond the API", () => nextPage(browser, service.url), GOALS.next],
      ["longest task, 100 rows", () => longestTask(browser, service.url), GOALS.task],
    ];
    for (const [name, measure, goal] of cases.filter(([name]) => isSelected({ name }))) {
      const durations: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) durations.push(await measure());
      console.log(durationLine(name, median(durations), goal));
    }
    if (isSelected({ name: "heap" })) {
      const growth = await heapGrowth(browser, service.url);
      console.log(memoryLine(`growth of the heap by ${PAGES} pages`, growth, GOALS.growth));
    }
    const visited = VISITED.filter(({ name }) => isSelected({ name: `visit: ${name}` }));
    if (visited.length > 0)
      console.log(`\n${cells("page", "ms", "requests", "KB", "shift", "phone ms", "shift", "INP, slow")}`);
    for (const each of visited) console.log(await pageLine(browser, service.url, each));
  } finally {
    await browser.close();
    await service.stop();
  }
}

const rows = (page: Page) => page.locator(ROWS).first().waitFor();

/** From the request of the first page until its rows are there, with nothing cached. */
function firstList(browser: Browser, url: string, machine: Machine): Promise<number> {
  return inTab(browser, machine, async ({ page }) => {
    const startedAt = performance.now();
    await page.goto(url + LIST, { waitUntil: "commit" });
    await rows(page);
    return performance.now() - startedAt;
  });
}

/** From a click until other rows are there, less the time that the request takes. */
function nextPage(browser: Browser, url: string): Promise<number> {
  return inTab(browser, "computer", async ({ page }) => {
    await page.goto(url + LIST);
    await rows(page);
    return page.evaluate(`(async () => {
      const first = () => document.querySelector("main tbody tr a").textContent;
      const before = first();
      const startedAt = performance.now();
      document.querySelector('[aria-label="Next page"]').click();
      while (first() === before) await new Promise(requestAnimationFrame);
      const requests = performance.getEntriesByType("resource").filter(({ startTime }) => startTime >= startedAt);
      return performance.now() - startedAt - Math.max(...requests.map(({ duration }) => duration));
    })()`);
  });
}

/** The longest task of the page while a large list is shown, after the first page was loaded. */
function longestTask(browser: Browser, url: string): Promise<number> {
  return inTab(browser, "computer", async (tab) => {
    await tab.page.goto(`${url}/missions`);
    await rows(tab.page);
    await noticed(tab);
    await tab.page.evaluate(goTo(LARGE));
    await tab.page.locator("main tbody tr:nth-child(100)").waitFor();
    await settled(tab.page);
    return (await noticed(tab)).task;
  });
}

/** What leads a page to another address, as a link does. */
function goTo(address: string): string {
  return `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"));`;
}

/** Waits until nothing has come for half a second, and what came last is drawn: a stream of events never ends. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const loaded = () => performance.getEntriesByType("resource").length;
    for (let seen = -1; seen !== loaded(); await new Promise((resolve) => setTimeout(resolve, 500))) seen = loaded();
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
  })()`);
}

/** What many pages add to the memory of scripts, in bytes. */
function heapGrowth(browser: Browser, url: string): Promise<number> {
  return inTab(browser, "computer", async ({ page, devtools }) => {
    await devtools.send("Performance.enable");
    const heap = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      const { metrics } = await devtools.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "JSHeapUsedSize")!.value;
    };
    await page.goto(`${url}/missions?limit=10`);
    await rows(page);
    await settled(page);
    const before = await heap();
    for (let visited = 0; visited < PAGES; visited += 1) {
      await page.evaluate(goTo(`/missions?limit=10&page=${(visited % 60) + 1}`));
      await rows(page);
    }
    await settled(page);
    return (await heap()) - before;
  });
}

const WIDTHS = [24, 8, 10, 8, 8, 10, 8, 11];

function cells(...texts: readonly string[]): string {
  return texts.map((text, index) => (index === 0 ? text.padEnd(WIDTHS[0]!) : text.padStart(WIDTHS[index]!))).join("");
}

/** The line of a page: on a computer, on a phone, and used on a computer that is four times slower. */
async function pageLine(browser: Browser, url: string, visited: Visited): Promise<string> {
  const computer = await load(browser, url, visited, "computer");
  const phone = await load(browser, url, visited, "phone");
  const interaction = await inTab(browser, "slow computer", async (tab) => {
    await open(tab.page, url, visited);
    await settled(tab.page);
    await noticed(tab);
    await visited.use(tab.page);
    await settled(tab.page);
    return (await noticed(tab)).interaction;
  });
  const isMet = Math.max(computer.shift, phone.shift) <= GOALS.shift && interaction <= GOALS.interaction;
  return cells(
    visited.name,
    computer.milliseconds.toFixed(0),
    String(computer.requests),
    (computer.bytes / 1_000).toFixed(0),
    computer.shift.toFixed(3),
    phone.milliseconds.toFixed(0),
    phone.shift.toFixed(3),
    `${interaction.toFixed(0)} ms`,
  ).concat(`  ${met(isMet)}`);
}

/** Loads a page until it says what it is for, and then all of it. */
function load(browser: Browser, url: string, visited: Visited, machine: Machine) {
  return inTab(browser, machine, async (tab) => {
    const milliseconds = await open(tab.page, url, visited);
    const [requests, bytes] = await tab.page.evaluate<[number, number]>(`(() => {
      const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      return [all.length, all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)];
    })()`);
    await settled(tab.page);
    return { milliseconds, requests, bytes, shift: (await noticed(tab)).shift };
  });
}

async function open(page: Page, url: string, { address, shows, isForEditors = false }: Visited): Promise<number> {
  if (isForEditors) await page.addInitScript(`sessionStorage.setItem("explorer-key", ${JSON.stringify(KEY)})`);
  const startedAt = performance.now();
  await page.goto(url + address, { waitUntil: "commit" });
  await page.locator(shows).first().waitFor();
  return performance.now() - startedAt;
}

await runBenchmark(run);
