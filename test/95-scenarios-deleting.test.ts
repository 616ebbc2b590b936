/** Scenarios 27 and 28 of the explorer: records are deleted, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Request } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** A kind of record with others that depend on it. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly record: Body;
  /** A text of it, by name and label. */
  readonly text: readonly [name: string, label: string];
  /** Records that belong to one, below it, and how they are called. */
  readonly children: readonly [segment: string, name: string, records: readonly Body[]];
  /** A record that refers to one, and how they are called. */
  readonly referrer: (id: string) => readonly [path: string, record: Body, name: string];
  /** The one-to-one of a record of its own. */
  readonly single: readonly [list: string, record: Body, segment: string, single: Body, name: string];
  /** A member of a record of its own. */
  readonly member: readonly [list: string, record: Body, path: string, member: Body, name: string];
  /** Changes something that the record only derives. */
  readonly touch: (served: Served, id: string) => Promise<unknown>;
  readonly foreign: string;
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/planets",
        record: { name: "Vulcan", planet_type: "dwarf" },
        text: ["discovered_by", "Discovered by"],
        children: ["moons", "Moons", [{ name: "Spock" }, { name: "Sarek" }]],
        referrer: (id) => [`/missions/to-${id}`, { name: "There", destination: id }, "Missions"],
        single: ["/planets", { name: "Vulcan", planet_type: "dwarf" }, "atmosphere", {}, "Atmosphere of Vulcan"],
        member: ["/missions", { name: "Crewed" }, "astronauts/neil-armstrong", { role: "pilot" }, "Neil Armstrong"],
        touch: (served, id) => served.post(`/api/planets/${id}/moons`, { name: "Another" }),
        foreign: "missions:write",
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/universities",
        record: { name: "Vulcan" },
        text: ["city", "City"],
        children: ["departments", "Departments", [{ name: "Logic" }]],
        referrer: (id) => [`/courses/at-${id}`, { title: "There", university_id: id }, "Courses"],
        single: [
          "/universities",
          { name: "Vulcan" },
          "founding-charter",
          { signed_on: "1999-01-01" },
          "Founding charter of Vulcan",
        ],
        member: ["/courses", { title: "Taken", university_id: "alma" }, "students/ann", {}, "Ann"],
        touch: (served, id) => served.post(`/api/universities/${id}/departments`, { name: "Another" }),
        foreign: "products:write",
      },
    ];

let count = 0;

/** A record of its own for a test. */
async function created(served: Served, list: string, record: Body): Promise<{ readonly path: string; id: string }> {
  const id = `deleted-${++count}`;
  assert.equal((await served.put(`/api${list}/${id}`, record)).status, 201);
  return { path: `${list}/${id}`, id };
}

const statusOf = async (served: Served, path: string) => (await served.get(`/api${path}`)).status;

/** The requests with which a page deletes. */
function deletionsOf(page: Page): Request[] {
  const deletions: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "DELETE") deletions.push(request);
  });
  return deletions;
}

/** Presses Delete on the page of a record, and the button of the question. */
async function remove(page: Page, name: string, action = "Delete"): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `${action} ${name}?` });
  // Where it destroys, the focus is on the harmless button.
  await dialog.getByRole("button", { name: "Cancel" }).and(page.locator(":focus")).waitFor();
  await dialog.getByRole("button", { name: action, exact: true }).click();
}

for (const setting of sampleOf(SETTINGS, 2, 0)) {
  const { domain, served, list, record, text, children, referrer, single, member, touch, foreign } = setting;
  const [segment, childName, childRecords] = children;
  const createChildren = async (path: string) => {
    for (const child of childRecords) assert.equal((await served.post(`/api${path}/${segment}`, child)).status, 201);
  };

  test(`explorer 27, ${domain}: a record is deleted after a question, and the list says so, with its history`, {
    skip,
  }, async (t) => {
    const { path } = await created(served, list, record);
    const tag = (await served.get(`/api${path}`)).headers.get("etag");
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    const deletions = deletionsOf(page);
    await open(path);
    const button = page.getByRole("main").getByRole("button", { name: "Delete", exact: true });
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Delete Vulcan?" });
    await dialog.getByText("It can be restored from its history").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.keyboard.press("Escape");
    await button.and(page.locator(":focus")).waitFor();
    assert.equal(await statusOf(served, path), 200);
    await remove(page, "Vulcan");
    await eventually(page, () => addressOf(page), list);
    await page.getByText("Vulcan was deleted.").waitFor();
    await page.getByRole("heading", { level: 1 }).and(page.locator(":focus")).waitFor();
    assert.equal(await statusOf(served, path), 404);
    assert.deepEqual([deletions.length, (await deletions[0]!.allHeaders())["if-match"]], [1, tag]);
    const link = page.getByRole("link", { name: "Restore it from its history" });
    await eventually(page, () => link.getAttribute("href"), `${path}/-/history`);
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByText("Vulcan was deleted.").waitFor({ state: "detached" });
  });

  test(`explorer 27 and 28, ${domain}: what belongs to it is listed, and deleted with it once its id was typed`, {
    skip,
  }, async (t) => {
    const { path, id } = await created(served, list, record);
    await createChildren(path);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 409/);
    const deletions = deletionsOf(page);
    await open(path);
    await remove(page, "Vulcan");
    const dialog = page.getByRole("dialog", { name: "Other records depend on Vulcan" });
    const rows = () => dialog.locator("tbody tr").allInnerTexts();
    await eventually(page, async () => (await rows()).map((row) => row.split(/\s*\t\s*/)), [
      [childName, String(childRecords.length), "deleted too"],
    ]);
    const link = dialog.getByRole("link", { name: childName });
    await eventually(page, () => link.getAttribute("href"), `${path}/${segment}`);
    assert.deepEqual(await axeFindings(page), []);
    const all = dialog.getByRole("button", { name: "Delete with all that belongs to it" });
    await eventually(page, () => all.isDisabled(), true);
    const input = dialog.getByRole("textbox", { name: `Type ${id}` });
    await input.and(page.locator(":focus")).waitFor();
    await input.fill(`${id}-`);
    await eventually(page, () => all.isDisabled(), true);
    await input.fill(id);
    await all.click();
    await eventually(page, () => addressOf(page).replace(/[^/]+$/, ""), "/operations/");
    await page.getByText("Vulcan was deleted with all that belonged to it.").waitFor();
    await eventually(page, () => page.getByRole("progressbar").getAttribute("value"), String(1 + childRecords.length));
    assert.equal(await statusOf(served, path), 404);
    const sent = await deletions.at(-1)!.allHeaders();
    assert.deepEqual([sent.prefer, new URL(deletions.at(-1)!.url()).search], ["respond-async", "?cascade=true"]);
    assert.ok(sent["if-match"]);
    await page.reload();
    await page.getByText("Vulcan was deleted with all that belonged to it.").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await eventually(page, () => addressOf(page), list);
  });

  test(`explorer 27, ${domain}: what stays is listed first, and then nothing can be deleted with it`, {
    skip: skipDetails,
  }, async (t) => {
    const { path, id } = await created(served, list, record);
    await createChildren(path);
    const [refersAt, refers, refersName] = referrer(id);
    assert.equal((await served.put(`/api${refersAt}`, refers)).status, 201);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 409/);
    await open(path);
    await remove(page, "Vulcan");
    const dialog = page.getByRole("dialog", { name: "Other records depend on Vulcan" });
    await eventually(page, () => dialog.locator("tbody td.name").allInnerTexts(), [refersName, childName]);
    await eventually(page, () => dialog.getByRole("button").allInnerTexts(), ["Cancel"]);
    await dialog.getByRole("link", { name: refersName }).click();
    await eventually(page, () => page.getByRole("main").locator("tbody tr").count(), 1);
    assert.equal(await statusOf(served, path), 200);
  });

  test(`explorer 28, ${domain}: a deletion that waits can be cancelled, and has no effect`, { skip }, async (t) => {
    const { path, id } = await created(served, list, record);
    await createChildren(path);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 409/);
    // It is never begun, and what the page shows of it is what the service says of one that waits.
    let status = "pending";
    await page.route("**/api/operations/*", async (route) => {
      const isCancel = route.request().method() === "DELETE";
      if (isCancel) status = "cancelled";
      const self = new URL(route.request().url()).pathname;
      const operation = {
        ...{ id: self.split("/").at(-1), kind: "delete", status, started_by: "admin", finished_at: null },
        ...{ progress: { done: 0, total: 3 }, error: null, created_at: "2026-01-15T12:00:00.000Z" },
        ...{ updated_at: "2026-01-15T12:00:00.000Z", _links: { self } },
      };
      await (isCancel ? route.fulfill({ status: 204 }) : route.fulfill({ json: operation }));
    });
    await page.route("**/*cascade=true", (route) =>
      route.fulfill({ status: 202, headers: { location: "/api/operations/waiting" }, json: {} }),
    );
    await open(path);
    await remove(page, "Vulcan");
    await page.getByRole("textbox", { name: `Type ${id}` }).fill(id);
    await page.keyboard.press("Enter");
    await page.getByText("Deleting Vulcan with all that belongs to it.").waitFor();
    await page.getByText("It waits for earlier operations.").waitFor();
    await eventually(page, () => page.getByRole("progressbar").getAttribute("max"), "3");
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Vulcan was not deleted: the operation was cancelled.").waitFor();
    await eventually(page, () => page.getByRole("button", { name: "Cancel" }).count(), 0);
    await page.getByRole("link", { name: "Back to Vulcan" }).click();
    await eventually(page, () => addressOf(page), path);
  });

  test(`explorer 28, ${domain}: a deletion that fails says why, and leads back`, { skip: skipDetails }, async (t) => {
    const { path, id } = await created(served, list, record);
    await createChildren(path);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 409/);
    const [refersAt, refers, refersName] = referrer(id);
    await open(path);
    await remove(page, "Vulcan");
    await page.getByRole("textbox", { name: `Type ${id}` }).fill(id);
    // Meanwhile something refers to it.
    assert.equal((await served.put(`/api${refersAt}`, refers)).status, 201);
    await page.keyboard.press("Enter");
    await page.getByText("Vulcan was not deleted, nor anything that belongs to it.").waitFor();
    await page.getByRole("row", { name: refersName }).getByText("in the way: it stays").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("link", { name: "Back to Vulcan" }).click();
    await eventually(page, () => addressOf(page), path);
    assert.equal(await statusOf(served, path), 200);
  });

  test(`explorer 27, ${domain}: a one-to-one is deleted by itself, and its parent's page says so`, {
    skip: skipDetails,
  }, async (t) => {
    const [parents, parent, part, body, name] = single;
    const { path } = await created(served, parents, parent);
    assert.equal((await served.put(`/api${path}/${part}`, body)).status, 201);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/${part}`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await remove(page, name);
    await eventually(page, () => addressOf(page), path);
    await page.getByText(`${name} was deleted.`).waitFor();
    await page.getByText("None recorded.").first().waitFor();
    assert.deepEqual([await statusOf(served, `${path}/${part}`), await statusOf(served, path)], [404, 200]);
  });

  test(`explorer 27, ${domain}: a member is removed, and both records stay`, { skip: skipDetails }, async (t) => {
    const [wholes, whole, at, body, name] = member;
    const { path } = await created(served, wholes, whole);
    assert.equal((await served.put(`/api${path}/${at}`, body)).status, 201);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(`${path}/${at}`);
    await remove(page, name, "Remove");
    await eventually(page, () => addressOf(page), `${path}/${at.split("/")[0]}`);
    await page.getByText(`${name} was deleted.`).waitFor();
    assert.deepEqual(
      [await statusOf(served, `${path}/${at}`), await statusOf(served, path), await statusOf(served, `/${at}`)],
      [404, 200, 200],
    );
  });

  test(`explorer 27, ${domain}: what somebody else saved meanwhile is shown, and asked for again (412)`, {
    skip,
  }, async (t) => {
    const { path } = await created(served, list, record);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 412/);
    await open(path);
    let isFirst = true;
    await page.route(`**/api${path}`, async (route) => {
      if (route.request().method() === "DELETE" && isFirst) {
        isFirst = false;
        await served.patch(`/api${path}`, { [text[0]]: "Theirs" });
      }
      await route.fallback();
    });
    await remove(page, "Vulcan");
    const dialog = page.getByRole("dialog", { name: "Somebody else saved Vulcan first" });
    await dialog.getByText("Nothing was deleted.").waitFor();
    await dialog.getByRole("rowheader", { name: text[1] }).waitFor();
    await dialog.getByRole("cell", { name: "Theirs" }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    assert.equal(await statusOf(served, path), 200);
    await dialog.getByRole("button", { name: "Delete it anyway" }).click();
    await eventually(page, () => addressOf(page), list);
    assert.equal(await statusOf(served, path), 404);
  });

  test(`explorer 22 and 27, ${domain}: what only follows from other records does not stop a deletion`, {
    skip: skipDetails,
  }, async (t) => {
    const { path, id } = await created(served, list, record);
    await createChildren(path);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    for (const pattern of [/status of 412/, /status of 409/]) expect(pattern);
    await open(path);
    let isFirst = true;
    await page.route(`**/api${path}`, async (route) => {
      if (route.request().method() === "DELETE" && isFirst) {
        isFirst = false;
        await touch(served, id);
      }
      await route.fallback();
    });
    await remove(page, "Vulcan");
    const dialog = page.getByRole("dialog", { name: "Other records depend on Vulcan" });
    await dialog.getByRole("cell", { name: String(childRecords.length + 1), exact: true }).waitFor();
  });

  test(`explorer 12 and 27, ${domain}: without a key, one is asked for, and then the question is there`, {
    skip: skipDetails,
  }, async (t) => {
    const { path } = await created(served, list, record);
    const { secret } = await createKey(served, [foreign]);
    const { page, open } = await visit(t, served);
    await open(path);
    await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).click();
    const asking = page.getByRole("dialog", { name: "Enter a key" });
    const enter = async (key: string) => {
      await asking.getByLabel("API key or access token").fill(key);
      await asking.getByRole("button", { name: "Use this key" }).click();
    };
    await enter(secret);
    const lacking = page.getByRole("dialog", { name: "This key is not allowed to delete it" });
    await lacking.getByText(`${list.slice(1)}:write`).waitFor();
    await lacking.getByRole("button", { name: "Use another key" }).click();
    await enter(ADMIN_KEY);
    await page.getByRole("dialog", { name: "Delete Vulcan?" }).getByRole("button", { name: "Delete" }).click();
    await eventually(page, () => addressOf(page), list);
    assert.equal(await statusOf(served, path), 404);
  });
}

test("explorer 14 and 27, space: a further scope that a deletion takes is named in the dialog", {
  skip: skipDetails,
}, async (t) => {
  const { served } = SETTINGS[0]!;
  assert.equal((await served.put("/api/astronauts/kept", { name: "Kept" })).status, 201);
  const { secret } = await createKey(served, ["astronauts:write"]);
  const { page, open, expect } = await visit(t, served, { key: secret });
  expect(/status of 403/);
  await open("/astronauts/kept");
  await remove(page, "Kept");
  await page.getByRole("dialog").getByText("medical:write").waitFor();
  assert.equal(await statusOf(served, "/astronauts/kept"), 200);
});

test("explorer 27, space: after a deletion one is back in the list from which the record was opened", {
  skip: skipDetails,
}, async (t) => {
  const { served } = SETTINGS[0]!;
  await served.put("/api/space-stations/doomed", { name: "Doomed" });
  const { page, open } = await visit(t, served, { key: ADMIN_KEY });
  await open("/space-stations?name_contains=doom");
  await page.getByRole("link", { name: "Doomed" }).click();
  await page.getByRole("heading", { level: 1, name: "Doomed" }).waitFor();
  await remove(page, "Doomed");
  await eventually(page, () => addressOf(page), "/space-stations?name_contains=doom");
  await page.getByText("Doomed was deleted.").waitFor();
  await eventually(page, () => page.getByRole("main").locator("tbody tr").count(), 0);
});
