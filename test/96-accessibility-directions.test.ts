/** Names and texts that are written from right to left, and pages that are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually, inPage } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const service = (skip ? undefined : await serveBuiltIn()) as Served;

const NAMES = { arabic: "مسبار الأمل 2 (EMM)", hebrew: "בראשית 2 (SpaceIL)", chinese: "嫦娥四号" } as const;
if (!skip)
  for (const [id, name] of Object.entries(NAMES))
    await service.put(`/api/missions/${id}`, {
      ...{ name, operator: "وكالة الفضاء 3", mission_type: "orbiter", destination: "mars", status: "active" },
      ...{ launch_date: "2020-07-19", description: "أول مهمة إلى المريخ. It began in 2020." },
    });

/** The horizontal places of words in the text of an element, in the order in which they are written. */
function placesIn(target: Locator, words: readonly string[]): Promise<number[]> {
  return inPage<number[]>(
    target,
    `(element, words) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const nodes = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      return words.map((word) => {
        const node = nodes.find(({ data }) => data.includes(word));
        const range = document.createRange();
        range.setStart(node, node.data.indexOf(word));
        range.setEnd(node, node.data.indexOf(word) + word.length);
        return Math.round(range.getBoundingClientRect().left);
      });
    }`,
    words,
  );
}

/** Asserts that words stand from right to left. */
async function assertFromRight(target: Locator, words: readonly string[]): Promise<void> {
  await target.first().waitFor();
  const places = await placesIn(target, words);
  assert.deepEqual(
    places,
    places.toSorted((one, other) => other - one),
    `${words}: ${places}`,
  );
}

const directionOf = (target: Locator) => inPage<string>(target, "(element) => getComputedStyle(element).direction");

const HEBREW = ["בראשית", "2", "SpaceIL"];

test("explorer 39: names from right to left keep their own order, and leave that of what is beside them", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, service, { key: ADMIN_KEY });
  await open("/missions?id_in=arabic,hebrew,chinese&operator=وكالة الفضاء 3");
  await assertFromRight(page.getByRole("row", { name: "SpaceIL" }).getByRole("link").first(), HEBREW);
  await assertFromRight(page.locator(".chip b").last(), ["وكالة", "3"]);
  await open("/missions/hebrew");
  await assertFromRight(page.locator("h1"), HEBREW);
  await assertFromRight(page.locator(".crumbs"), HEBREW);
  await assertFromRight(page.locator(".prose, .lede, .about").filter({ hasText: "2020" }), ["أول", "It began"]);
  await page.locator(".face svg text").filter({ hasText: "בראשית" }).first().waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("SpaceIL");
  await assertFromRight(page.getByRole("option").filter({ hasText: "בראשית" }), HEBREW);
  await open("/missions/hebrew/-/edit");
  const name = page.getByLabel("Name", { exact: true });
  await eventually(page, () => name.inputValue(), NAMES.hebrew);
  assert.equal(await directionOf(name), "rtl");
  assert.equal(await directionOf(page.getByLabel("Launch date", { exact: true })), "ltr");
  const csv = await page.request.get(`${service.url}/api/missions?id_in=hebrew&fields=name&format=csv`);
  assert.ok((await csv.text()).includes(NAMES.hebrew), "files have no marks of direction");
});

test("explorer 39: labels of pictures are isolated, and no tip loses its order", { skip }, async (t) => {
  const { page, open } = await visit(t, service);
  await open("/missions/-/timeline?id_in=arabic,hebrew,chinese");
  const focus = page.locator(".pic-focus");
  await focus.focus();
  await page.locator(".tip b").waitFor();
  assert.match(String(await focus.getAttribute("aria-label")), /19 July 2020/);
  const svg = await page.request.get(`${service.url}/missions/-/timeline.svg?id_in=arabic,hebrew,chinese`);
  const text = await svg.text();
  assert.match(text, /\u2068בראשית 2[^<]*\u2069</, "a label is isolated");
  assert.ok(text.includes(`>${NAMES.chinese}<`), "others are as they are");
});

/** What is cut or overlaps on a page: parts of its frame outside of the window, and rows of buttons that overlap. */
const misplaced = (page: Page) =>
  page.evaluate(`(() => {
    const shown = [...document.querySelectorAll("main h1, main .btn, .bar .btn, .rail a, .tabs a, main th, main td, .pic")]
      .filter((each) => each.checkVisibility() && !each.closest(".tbl-scroll, [hidden], .sr"))
      // Tabs of a phone scroll by themselves.
      .filter((each) => getComputedStyle(each.parentElement).overflowX === "visible");
    const outside = shown.filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    });
    const buttons = shown.filter((each) => each.matches(".btn, .tabs a"));
    const overlapping = buttons.filter((one, index) => buttons.slice(index + 1).some((other) => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    }));
    const sideways = document.documentElement.scrollWidth - innerWidth;
    const name = (each) => each.tagName + " " + each.textContent.slice(0, 30);
    return [...outside.map((each) => "outside: " + name(each)), ...overlapping.map((each) => "overlaps: " + name(each)),
      ...(sideways > 0 ? ["scrolls sideways by " + sideways] : [])];
  })()`) as Promise<string[]>;

for (const width of [390, 1440])
  test(`explorer 39: a page from right to left has everything in its place, ${width} px wide`, { skip }, async (t) => {
    const { page, open } = await visit(t, service, { width, key: ADMIN_KEY });
    for (const address of [
      ...["/", "/missions?status=active", "/missions/apollo-11", "/missions/hebrew", "/planets/saturn"],
      ...["/missions/-/timeline", "/astronauts/-/presence", "/planets/-/scale", "/missions?group_by=status"],
      ...["/missions/apollo-11/-/edit", "/missions/-/compare?id_in=apollo-11,hebrew", "/docs/missions", "/problems"],
    ]) {
      await open(address);
      await page.evaluate(`document.documentElement.dir = "rtl"`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await eventually(page, () => page.locator("main [aria-busy=true]").count(), 0);
      await eventually(page, () => misplaced(page), []);
      for (const picture of await page.locator("svg.pic").all()) assert.equal(await directionOf(picture), "ltr");
    }
    assert.deepEqual(await axeFindings(page), []);
  });
