/** Proves what is around every picture: filters, what is shown while it is loaded, and that nothing jumps. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { holdBack } from "./support/browser/list-pages.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { SPACE_TOUR } from "./support/browser/tour.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined : await serveBuiltIn();

/** Before `space`, for what arrives in part. */
const proxy = space && (await startCuttingProxy(space));

const PICTURES = SPACE_TOUR.filter(({ address }) => /\/-\/(?:timeline|presence|scale|series|bars)/.test(address));

for (const [address, chip, rest] of [
  ["/planets/-/scale?has_rings=true", "Has rings is yes", "/planets/-/scale"],
  ["/planets/-/bars?has_rings=true", "Has rings is yes", "/planets/-/bars"],
  ["/data/-/series?quality=good#by=time", "Quality is good", "/data/-/series#by=time"],
] as const)
  test(`pictures: the filters of the list are shown, and can be removed: ${address}`, { skip }, async (t) => {
    const { page, open } = await visit(t, space!);
    await open(address);
    const filters = page.getByRole("list", { name: "Filters" });
    await eventually(
      page,
      async () => (await filters.getByRole("listitem").first().innerText()).replaceAll("\n", " "),
      chip,
    );
    await filters.getByRole("button", { name: `Remove: ${chip}` }).click();
    await eventually(page, () => addressOf(page), rest);
    await filters.getByRole("button", { name: "Filter", exact: true }).waitFor();
  });

test("§10.1: below a picture, and where a list has none, there is no page", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, space!);
  expect(/status of 404/);
  for (const address of ["/missions/-/timeline/more", "/missions/-/scale", "/-/nonsense"]) {
    await open(address);
    await page.getByRole("heading", { name: "There is no page here" }).waitFor();
  }
});

test("pictures: presence and home say of which day the built-in data are, if the service does", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!, { isolated: true });
  const entry = /\/api$/;
  await page.route(entry, async (route) => {
    const response = await route.fetch();
    const { data_as_of: _, data_stored_at: __, ...others } = await response.json();
    await route.fulfill({ response, json: others });
  });
  await open("/astronauts/-/presence");
  await page.getByText("As recorded: the astronauts").waitFor();
  await page.unroute(entry);
  await page.reload();
  await page.getByText("As recorded (built-in data as of 30 June 2026): the astronauts").waitFor();
  await open("/");
  const present = page.locator(".sect", { has: page.getByRole("heading", { name: "Present on 30 June 2026" }) });
  await present.getByText("as recorded (built-in data as of 30 June 2026)").waitFor();
});

for (const address of sampleOf(
  ["/missions/-/timeline", "/astronauts/-/presence", "/planets/-/scale", "/data/-/series"],
  2,
  0,
))
  test(`pictures: bars stand where it will be, while it is read: ${address}`, { skip }, async (t) => {
    const { page, open } = await visit(t, space!);
    const answer = await holdBack(page, /\/api\/\w+\?(?!.*limit=1$)/);
    await open(address);
    await page.getByRole("main").getByRole("status").filter({ hasText: "Loading" }).locator(".skel").first().waitFor();
    answer();
    await page.getByRole("main").locator(".figure").first().waitFor();
    assert.equal(await page.locator(".skel").count(), 0);
  });

/** Each look at the clock is later by more than the time after which a page shows what has arrived. */
const HURRIED = "let now = performance.now(); performance.now = () => (now += 1_000);";

test("pictures: presence of a part is not drawn, as its counts would be wrong", { skip }, async (t) => {
  const { page, open, expect } = await visit(t, proxy!);
  expect(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
  proxy!.cut = ({ path }) => (/^\/api\/missions\?.*\bfields=/.test(path) ? { afterBytes: 50_000 } : undefined);
  await page.addInitScript(HURRIED);
  await open("/astronauts/-/presence");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Try again" }).waitFor();
  assert.equal(await main.locator(".figure").count(), 0);
  proxy!.cut = () => undefined;
  await main.getByRole("button", { name: "Try again" }).click();
  await main.locator(".figure").first().waitFor();
});

test("pictures: a page whose code is loaded has its heading already, and that keeps the focus", {
  skip: skipDetails,
}, async (t) => {
  const { page, open } = await visit(t, space!, { isolated: true });
  await open("/missions");
  await page.getByRole("link", { name: "Timeline", exact: true }).waitFor();
  const load = await holdBack(page, /\/-\/assets\/.*\.js$/);
  await page.getByRole("navigation", { name: "Ways to look at it" }).getByRole("link", { name: "Timeline" }).click();
  await page.getByRole("main").locator(".skel").first().waitFor();
  await page.locator("h1:focus", { hasText: "Missions" }).waitFor();
  load();
  await page.getByRole("main").locator(".figure").first().waitFor();
  await page.locator("h1:focus", { hasText: "Missions" }).waitFor();
});

/** What a page moved without being asked, from its start. */
const OBSERVED = `globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts.push(value);
  }).observe({ type: "layout-shift", buffered: true });`;

for (const width of sampleOf([390, 1_280], 2, 0))
  test(`pictures: nothing jumps while they are loaded, ${width} px`, { skip, timeout: 120_000 }, async (t) => {
    const { page, open } = await visit(t, space!, { width });
    await page.addInitScript(OBSERVED);
    for (const { address } of PICTURES) {
      await open("/");
      await open(address);
      await page.getByRole("main").locator(".figure, table.is-twin").first().waitFor();
      await page.waitForLoadState("networkidle");
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
      const shift = (await page.evaluate("shifts.reduce((sum, each) => sum + each, 0)")) as number;
      assert.ok(shift < 0.1, `${address} moved by ${shift}`);
    }
  });
