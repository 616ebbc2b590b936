/** A browser whose pages are measured, as a reader with a computer has them, or one with a phone. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";

/** A phone: four times slower, and the network that Chromium calls Fast 4G. */
const SLOWDOWN = 4;
const FAST_4G = { offline: false, latency: 60, downloadThroughput: 9_000_000 / 8, uploadThroughput: 1_500_000 / 8 };

/** The reader's machine. */
export type Machine = "computer" | "slow computer" | "phone";

const VIEWPORTS = {
  computer: { width: 1440, height: 900 },
  "slow computer": { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** Starts the browser. `CHROMIUM` names another one than Debian's. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
}

/** A page of a new profile, so that nothing is kept from another. */
export interface Tab {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Does something in a new profile on a machine, and closes it. */
export async function inTab<T>(browser: Browser, machine: Machine, work: (tab: Tab) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.newContext({ viewport: VIEWPORTS[machine] });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (machine !== "computer") await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    if (machine === "phone") {
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", FAST_4G);
    }
    await page.addInitScript(`(${observe})()`);
    return await work({ page, devtools });
  } finally {
    await context.close();
  }
}

/** What the browser noticed of a page: layout shifts (CLS), the slowest interaction (INP), and the longest task. */
export interface Noticed {
  readonly shift: number;
  readonly interaction: number;
  readonly task: number;
}

/** Reads what the browser has noticed since the page was loaded, or since it was last read. */
export function noticed({ page }: Tab): Promise<Noticed> {
  return page.evaluate("window.noticed()");
}

/** Runs in the page. Layout shifts within half a second of an input are expected (web.dev/articles/cls). */
function observe(): void {
  let [shift, interaction, task] = [0, 0, 0];
  const on = (type: "layout-shift" | "event" | "longtask", take: (entry: never) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as never);
    }).observe({ type: type as never, buffered: true, ...more });
  on("layout-shift", (entry: { hadRecentInput: boolean; value: number }) => {
    if (!entry.hadRecentInput) shift += entry.value;
  });
  on(
    "event",
    (entry: { interactionId: number; duration: number }) => {
      if (entry.interactionId > 0) interaction = Math.max(interaction, entry.duration);
    },
    { durationThreshold: 16 },
  );
  on("longtask", (entry: { duration: number }) => {
    task = Math.max(task, entry.duration);
  });
  Object.assign(globalThis, {
    noticed: () => {
      const seen = { shift, interaction, task };
      [shift, interaction, task] = [0, 0, 0];
      return seen;
    },
  });
}
