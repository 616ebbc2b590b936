/** What forms show and where the focus goes (scenarios 17 and 36 of the explorer), in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { enter } from "./support/browser/enter.ts";
import { holdBack } from "./support/browser/list-pages.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { ADMIN_KEY } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
/** The id of what has the focus. */
const focusedId = (page: Page) => page.locator(":focus").getAttribute("id");
/** The name of what has the focus. */
const focused = (page: Page) => page.locator(":focus").getAttribute("aria-label");

/** Records of both domains: one with a text, one whose one-to-one is missing, a list of texts, a reference. */
const SETTINGS = skip
  ? []
  : ([
      {
        domain: "space",
        served: await serveBuiltIn(),
        record: "/missions/apollo-11",
        text: ["operator", "Made up"],
        parent: ["/planets/vulcan", { name: "Vulcan", planet_type: "dwarf" }],
        single: ["Atmosphere", "/planets/vulcan/atmosphere", "surface_pressure_pa", 5],
        list: "Objectives",
        listOf: "/missions/apollo-11/objectives",
        rows: [
          "/planets/mars/atmosphere",
          "composition",
          ["A", "B", "C"].map((gas) => ({ gas, volume_fraction: 0.1 })),
        ],
        reference: ["/missions/apollo-11", "part_of", "Apollo 8", "Voyager 1"],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        record: "/universities/alma",
        text: ["city", "Made up"],
        parent: ["/universities/other", { name: "Other" }],
        single: ["Founding charter", "/universities/other/founding-charter", "signed_on", "1900-01-01"],
        list: "Departments",
        listOf: "/universities/alma/departments",
        rows: ["/products/lamp", "tags", ["a", "b", "c"]],
        reference: ["/courses/optics", "follows", "Lasers", "Roman law"],
      },
    ] as const);

for (const { domain, served, record, text, parent, single, list, listOf, rows, reference } of sampleOf(
  SETTINGS,
  2,
  1,
)) {
  test(`explorer 36, ${domain}: while a form is open, the panel shows the request that it would send`, {
    skip,
  }, async (t) => {
    const [name, value] = text;
    const etag = (await served.get(`/api${record}`)).headers.get("etag");
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${record}/-/edit`);
    await enter(page, `/${name}`, value);
    await page.keyboard.press("Control+.");
    const panel = page.getByRole("complementary", { name: "Requests" });
    const planned = panel.locator("section", { hasText: "The form would send" });
    const code = await planned.getByRole("tabpanel").innerText();
    assert.match(code, new RegExp(`^curl -X PATCH '?http://[^/]+/api${record}`));
    for (const part of ["application/merge-patch+json", "$KEY", etag!, `{"${name}":"${value}"}`])
      assert.ok(code.includes(part), `${part} in ${code}`);
    assert.ok(!code.includes(ADMIN_KEY));
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), record);
    await eventually(page, () => planned.count(), 0);
  });

  test(`explorer, ${domain}: a record offers a new one in each of its lists, and what there is at most one of`, {
    skip: skipDetails,
  }, async (t) => {
    const [path, body] = parent;
    const [heading, singlePath, name, value] = single;
    await served.put(`/api${path}`, body);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(record);
    const section = page.locator("section", { has: page.getByRole("heading", { name: list, exact: true }) });
    await eventually(
      page,
      () => section.getByRole("link", { name: /^Add an? ./ }).getAttribute("href"),
      `${listOf}/-/new`,
    );
    const names = await page.getByRole("link", { name: /^Add\b/ }).allInnerTexts();
    assert.deepEqual([...new Set(names)], names);
    await open(path);
    const absent = page.locator("section", { has: page.getByRole("heading", { name: heading, exact: true }) });
    await absent.getByRole("link", { name: "Add" }).click();
    await enter(page, `/${name}`, value);
    await press(page, "Create");
    await eventually(page, () => addressOf(page), singlePath);
    assert.equal((await served.get(`/api${singlePath}`)).body[name], value);
  });

  test(`explorer 39, ${domain}: the focus stays with the row that is moved, and beside one that is removed`, {
    skip: skipDetails,
  }, async (t) => {
    const [path, name, [first, second, third]] = rows;
    await served.patch(`/api${path}`, { [name]: [first, second, third] });
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    await press(page, "Move row 3 up");
    await eventually(page, () => focused(page), "Move row 2 up");
    await page.keyboard.press("Enter");
    // There is no further up.
    await eventually(page, () => focused(page), "Move row 1 down");
    await press(page, "Remove row 3");
    await eventually(page, () => focused(page), "Remove row 2");
    await press(page, "Save 1 change");
    await eventually(page, () => addressOf(page), path);
    assert.deepEqual((await served.get(`/api${path}`)).body[name], [third, first]);
  });

  test(`explorer 17, ${domain}: a name that no record has is said at the field, and kept`, { skip }, async (t) => {
    const [path, name] = reference;
    const before = (await served.get(`/api${path}`)).body[name];
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    await enter(page, `/${name}`, "No such thing!");
    await press(page, "Save 1 change");
    await page.getByText("No record has this name. Choose one from the list, or enter its id.").waitFor();
    await eventually(page, () => focusedId(page), `form/${name}`);
    await eventually(page, () => page.locator(":focus").inputValue(), "No such thing!");
    assert.equal((await served.get(`/api${path}`)).body[name], before);
  });

  test(`explorer 17, ${domain}: a record is chosen by its name, and the list closes`, { skip }, async (t) => {
    const [path, name, first, second] = reference;
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    const box = page.locator(`[id="form/${name}"]`);
    for (const chosen of [first, second]) {
      await box.focus();
      await box.fill(chosen.toLowerCase());
      const option = page.getByRole("option");
      await eventually(page, () => option.locator("span:first-child").allInnerTexts(), [chosen]);
      if (chosen === first) await option.click();
      else {
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
      }
      await eventually(page, () => box.inputValue(), chosen);
      await eventually(page, () => page.getByRole("listbox").count(), 0);
      await eventually(page, () => focusedId(page), `form/${name}`);
    }
    await box.fill("No such thing!");
    await press(page, "Save 1 change");
    await page.getByText("No record has this name. Choose one from the list, or enter its id.").waitFor();
  });

  test(`explorer 17, ${domain}: a name that is left before it was looked up becomes its record`, {
    skip: skipDetails,
  }, async (t) => {
    const [path, name, , chosen] = reference;
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const release = await holdBack(page, /[?&]limit=10$/);
    await open(`${path}/-/edit`);
    const box = page.locator(`[id="form/${name}"]`);
    await box.fill(chosen.toLowerCase());
    await page.keyboard.press("Tab");
    await press(page, "Save 1 change");
    await page.getByText("The record with this name is still being looked up.").waitFor();
    await box.blur();
    release();
    await eventually(page, () => box.inputValue(), chosen);
    await page.getByText("still being looked up").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save 1 change" }).waitFor();
  });

  test(`explorer 17, ${domain}: nothing moves under the pointer while it is not known which record an id is of`, {
    skip: skipDetails,
  }, async (t) => {
    const [path, name] = reference;
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/-/edit`);
    const box = page.locator(`[id="form/${name}"]`);
    const field = page.locator(".field", { has: box });
    await box.fill("");
    await field.getByRole("link", { name: /^New / }).waitFor();
    await box.fill("no-such-record");
    await field.getByRole("link", { name: /^New / }).focus();
    await field.getByText("changed", { exact: true }).waitFor();
    const before = (await field.boundingBox())!.height;
    await page.locator("[id='form/name'], [id='form/title']").focus();
    await field.getByRole("link").waitFor({ state: "detached" });
    assert.equal((await field.boundingBox())!.height, before);
  });
}
