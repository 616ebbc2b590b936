/**
 * Measures the explorer in Chromium, on the built-in data: how long pages take, the longest task, and memory. `CHROMIUM` names
 * another browser than Debian's.
 */
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { median } from "./comparison.ts";
import { runBenchmark, startService } from "./environment.ts";
import { isSelected } from "./only.ts";
import { durationLine, memoryLine, plainHeading } from "./table.ts";

const ROUNDS = 5;
const PAGES = 200;
const LIST = "/missions?sort=name";
/** A hundred rows with all columns. */
const LARGE = "/missions?limit=100&fields=*";
/** A phone: four times slower, and the network that Chromium calls Fast 4G. */
const SLOWDOWN = 4;
const FAST_4G = { offline: false, latency: 60, downloadThroughput: 9_000_000 / 8, uploadThroughput: 1_500_000 / 8 };
/** Goals, in milliseconds and bytes. */
const GOALS = { first: 400, phone: 1_500, next: 100, task: 50, heap: 80_000_000 };

async function run(folder: string): Promise<void> {
  const service = await startService(`sqlite:${join(folder, "explorer.db")}`, { DATASET: "builtin" });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  try {
    console.log(plainHeading(`the explorer, median of ${ROUNDS}`));
    const cases: [name: string, measure: () => Promise<number>, goal: number][] = [
      ["first list", () => firstList(browser, service.url), GOALS.first],
      ["first list, phone", () => firstList(browser, service.url, true), GOALS.phone],
      ["next page, beyond the API", () => nextPage(browser, service.url), GOALS.next],
      ["longest task, 100 rows", () => longestTask(browser, service.url), GOALS.task],
    ];
    for (const [name, measure, goal] of cases.filter(([name]) => isSelected({ name }))) {
      const durations: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) durations.push(await measure());
      console.log(durationLine(name, median(durations), goal));
    }
    if (isSelected({ name: "heap" }))
      console.log(memoryLine(`heap after ${PAGES} pages`, await heap(browser, service.url), GOALS.heap));
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Does something in a new browser profile. */
async function inPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const rows = (page: Page) => page.locator("main tbody tr a").first().waitFor();

/** From the request of the first page until its rows are there, with nothing cached. */
function firstList(browser: Browser, url: string, isPhone = false): Promise<number> {
  return inPage(browser, async (page) => {
    if (isPhone) {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", FAST_4G);
    }
    const startedAt = performance.now();
    await page.goto(url + LIST);
    await rows(page);
    return performance.now() - startedAt;
  });
}

/** From a click until other rows are there, less the time that the request takes. */
function nextPage(browser: Browser, url: string): Promise<number> {
  return inPage(browser, async (page) => {
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
  return inPage(browser, async (page) => {
    await page.goto(`${url}/missions`);
    await rows(page);
    return page.evaluate(`(async () => {
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      }).observe({ type: "longtask" });
      ${goTo(LARGE)}
      while (document.querySelectorAll("main tbody tr").length < 100) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return longest;
    })()`);
  });
}

/** What leads a page to another address, as a link does. */
function goTo(address: string): string {
  return `history.pushState(null, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"));`;
}

/** The memory of scripts after many pages, in bytes. */
function heap(browser: Browser, url: string): Promise<number> {
  return inPage(browser, async (page) => {
    await page.goto(`${url}/missions?limit=10`);
    for (let visited = 0; visited < PAGES; visited += 1) {
      await page.evaluate(goTo(`/missions?limit=10&page=${(visited % 60) + 1}`));
      await rows(page);
    }
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("HeapProfiler.collectGarbage");
    await devtools.send("Performance.enable");
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSHeapUsedSize")!.value;
  });
}

await runBenchmark(run);
