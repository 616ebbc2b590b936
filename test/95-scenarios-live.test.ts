/** Scenarios 31 to 33 of the explorer, live: changes appear in all tabs over one stream, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Page, Request } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, namesShown } from "./support/browser/sees.ts";
import { type Visitor, visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { proxyWithMishaps } from "./support/http/mishaps.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** A list whose records have a name, and a scope that is not that of events. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly record: Body;
  readonly title: string;
  readonly label: string;
  /** Another text of the record. */
  readonly other: string;
  readonly scope: string;
  /** A record whose events have no content, as it is created and changed. */
  readonly secret: { readonly path: string; readonly record: Body; readonly change: Body; readonly shown: string };
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        record: { name: "Live", operator: "NASA" },
        ...{ title: "name", label: "Name", other: "operator", scope: "missions:write" },
        secret: {
          path: "/astronauts/neil-armstrong/medical/live",
          record: { examined_on: "1969-07-01", kind: "preflight", fitness: "fit" },
          change: { examiner: "Charles Berry" },
          shown: "Charles Berry",
        },
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/universities",
        record: { name: "Live", city: "Bologna" },
        ...{ title: "name", label: "Name", other: "city", scope: "universities:write" },
        secret: {
          path: "/students/ann/grades/live",
          record: { subject: "Optics", points: 41 },
          change: { subject: "Optics and lasers" },
          shown: "Optics and lasers",
        },
      },
    ];

let count = 0;

/** Three records of their own for a test, which a search by name finds in this order. */
async function create({ served, list, record, title }: Setting) {
  const name = `Live ${++count}`;
  const paths = ["a", "b", "c"].map((letter) => `${list}/live-${count}-${letter}`);
  for (const [index, path] of paths.entries())
    assert.equal((await served.put(`/api${path}`, { ...record, [title]: `${name} ${"ABC"[index]}` })).status, 201);
  const names = ["A", "B", "C"].map((letter) => `${name} ${letter}`);
  const address = `${list}?${title}_contains=${encodeURIComponent(name)}&sort=${title}`;
  return { name, names, paths, address };
}

/** The requests for the stream from all tabs of a visitor, as they are sent. */
function streamsOf({ page }: Visitor): Request[] {
  const streams: Request[] = [];
  page.context().on("request", (request) => {
    if (request.headers().accept === "text/event-stream") streams.push(request);
  });
  return streams;
}

/** Polls do not run, so that a change that appears was told. */
const WITHOUT_POLLS = `{
  const { setInterval } = window;
  window.setInterval = (call, wait, ...rest) => (wait < 15_000 ? setInterval(call, wait, ...rest) : 0);
}`;

/** A visitor with a browser of their own, and a key that may read events. */
async function visitLive(t: TestContext, served: { readonly url: string }): Promise<Visitor> {
  const visitor = await visit(t, served, { key: ADMIN_KEY, isolated: true });
  await visitor.page.context().addInitScript(WITHOUT_POLLS);
  return visitor;
}

/** Waits for the dot in the bar. */
async function isState(page: Page, state: "Live" | "Updates every 15 s" | "Offline"): Promise<void> {
  await page.getByRole("banner").getByText(state, { exact: true }).waitFor();
}

for (const setting of sampleOf(SETTINGS, 2, 0)) {
  const { domain, served, list, title, other, scope } = setting;
  // Not of one test: it would close before the page, which would find it gone.
  const proxy = await proxyWithMishaps(served.url);

  test(`explorer 31, ${domain}: a change appears in two open tabs over one stream`, { skip }, async (t) => {
    const { names, paths, address, name } = await create(setting);
    const visitor = await visitLive(t, served);
    const streams = streamsOf(visitor);
    const { page } = visitor;
    await visitor.open(address);
    await isState(page, "Live");
    const second = await visitor.tab(paths[1]!);
    await isState(second, "Live");
    assert.equal((await served.patch(`/api${paths[1]}`, { [title]: `${name} B, changed` })).status, 200);
    await second.getByRole("heading", { level: 1, name: `${name} B, changed` }).waitFor();
    await eventually(page, () => namesShown(page), [names[0]!, `${name} B, changed`, names[2]!]);
    await eventually(page, () => page.locator("tr.is-changed .row-mark").allInnerTexts(), ["changed"]);
    for (const each of [page, second]) await isState(each, "Live");
    assert.equal(streams.length, 1);
  });

  test(`explorer 31, ${domain}: a private record is read again, though its events have no content`, {
    skip: skipDetails,
  }, async (t) => {
    const { path, record, change, shown } = setting.secret;
    assert.equal((await served.put(`/api${path}`, record)).status, 201);
    const { page, open } = await visitLive(t, served);
    await open(path);
    await isState(page, "Live");
    assert.equal((await served.patch(`/api${path}`, change)).status, 200);
    await page.getByText(shown).first().waitFor();
    await isState(page, "Live");
  });

  test(`explorer 31, ${domain}: rows never move by themselves; the list is shown as it is when that is asked for`, {
    skip: skipDetails,
  }, async (t) => {
    const { names, paths, address, name } = await create(setting);
    const { page, open } = await visitLive(t, served);
    await open(address);
    await isState(page, "Live");
    await eventually(page, () => namesShown(page), names);
    await served.patch(`/api${paths[0]}`, { [title]: `${name} Z` });
    await served.delete(`/api${paths[1]}`);
    for (const each of ["D", "E"]) {
      const path = `/api${list}/live-new-${count}-${each.toLowerCase()}`;
      assert.equal((await served.put(path, { ...setting.record, [title]: `${name} ${each}` })).status, 201);
    }
    const bar = page.getByRole("status").filter({ hasText: "Show" });
    // Not before the last one: two come where one goes, and one moves.
    await bar.getByText("3 changes").waitFor();
    await eventually(page, () => namesShown(page), [`${name} Z`, names[1], names[2]]);
    await eventually(page, () => page.locator(".row-mark").allInnerTexts(), ["changed", "gone"]);
    assert.deepEqual(await axeFindings(page), []);
    await bar.getByRole("button", { name: "Show" }).click();
    await eventually(page, () => namesShown(page), [names[2]!, `${name} D`, `${name} E`, `${name} Z`]);
    await eventually(page, () => page.locator(".row-mark").count(), 0);
    await eventually(page, () => bar.count(), 0);
  });

  test(`explorer 31, ${domain}: what the reader changed themselves is shown at once`, {
    skip: skipDetails,
  }, async (t) => {
    const { names, paths, address, name } = await create(setting);
    const { page, open } = await visitLive(t, served);
    await open(address);
    await isState(page, "Live");
    await page.getByRole("link", { name: names[0]! }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: setting.label, exact: true }).fill(`${name} Z`);
    await page.getByRole("button", { name: /^Save/ }).click();
    await eventually(page, () => addressOf(page), paths[0]!);
    // Over the record as it was before it was edited.
    await page.goBack();
    await page.goBack();
    await eventually(page, () => namesShown(page), [names[1]!, names[2]!, `${name} Z`]);
    await eventually(page, () => page.locator(".row-mark").count(), 0);
  });

  test(`explorer 31, ${domain}: when the tab with the stream is closed, another one goes on where it was`, {
    skip,
  }, async (t) => {
    const { paths, name } = await create(setting);
    const visitor = await visitLive(t, served);
    const streams = streamsOf(visitor);
    const { page } = visitor;
    await visitor.open(paths[0]!);
    await isState(page, "Live");
    const second = await visitor.tab(paths[0]!);
    await isState(second, "Live");
    await served.patch(`/api${paths[0]}`, { [title]: `${name} once` });
    await second.getByRole("heading", { level: 1, name: `${name} once` }).waitFor();
    const { body } = await served.get("/api/events?sort=id:desc&limit=1");
    await page.close();
    await eventually(second, () => streams.length, 2);
    await served.patch(`/api${paths[0]}`, { [title]: `${name} twice` });
    await second.getByRole("heading", { level: 1, name: `${name} twice` }).waitFor();
    assert.equal((await streams[1]!.allHeaders())["last-event-id"], body.events[0].id);
    assert.equal(streams[1]!.frame().page(), second);
    await isState(second, "Live");
  });

  test(`explorer 32, ${domain}: seven tabs: the seventh still loads, and all see a change`, { skip }, async (t) => {
    const { paths, name } = await create(setting);
    const visitor = await visitLive(t, served);
    const streams = streamsOf(visitor);
    await visitor.open(paths[0]!);
    const tabs = [visitor.page];
    while (tabs.length < 7) tabs.push(await visitor.tab(paths[0]!));
    for (const tab of tabs) await isState(tab, "Live");
    await served.patch(`/api${paths[0]}`, { [title]: `${name} everywhere` });
    for (const tab of tabs) await tab.getByRole("heading", { level: 1, name: `${name} everywhere` }).waitFor();
    assert.equal(streams.length, 1);
  });

  test(`explorer 32, ${domain}: tabs with different keys have one stream; the others poll until it is free`, {
    skip: skipDetails,
  }, async (t) => {
    const { paths } = await create(setting);
    const { secret } = await createKey(served, ["events:read"]);
    const visitor = await visitLive(t, served);
    const streams = streamsOf(visitor);
    await visitor.open(paths[0]!);
    await isState(visitor.page, "Live");
    const second = await visitor.tab("/");
    await second.evaluate(`sessionStorage.setItem("explorer-key", ${JSON.stringify(secret)})`);
    await second.addInitScript(`sessionStorage.setItem("explorer-key", ${JSON.stringify(secret)})`);
    await second.goto(served.url + paths[0]!);
    await isState(second, "Updates every 15 s");
    assert.equal(streams.length, 1);
    await visitor.page.close();
    await isState(second, "Live");
    assert.equal(streams.length, 2);
  });

  test(`explorer 33, ${domain}: without events:read there is no stream, and the page polls`, { skip }, async (t) => {
    const { paths, address, name, names } = await create(setting);
    const { secret } = await createKey(served, [scope]);
    const visitor = await visit(t, served, { key: secret, isolated: true });
    const { page, open } = visitor;
    const streams = streamsOf(visitor);
    await page.clock.install();
    await open(address);
    await page.getByRole("button", { name: /^Your key/ }).waitFor();
    await eventually(page, () => namesShown(page), names);
    await isState(page, "Updates every 15 s");
    await served.patch(`/api${paths[1]}`, { [title]: `${name} B, changed` });
    await page.clock.fastForward(16_000);
    await eventually(page, async () => (await namesShown(page))[1], `${name} B, changed`);
    await eventually(page, () => page.locator(".row-mark").allInnerTexts(), ["changed"]);
    assert.equal(streams.length, 0);
  });

  test(`explorer 33, ${domain}: a browser that cannot share a stream polls`, { skip: skipDetails }, async (t) => {
    const visitor = await visitLive(t, served);
    const streams = streamsOf(visitor);
    // As in pages over plain HTTP from another machine.
    await visitor.page.addInitScript("delete Navigator.prototype.locks");
    await visitor.open(list);
    await visitor.page.getByRole("button", { name: /^Your key/ }).waitFor();
    await isState(visitor.page, "Updates every 15 s");
    assert.equal(streams.length, 0);
  });

  test(`explorer 31, ${domain}: once the key is forgotten, the stream ends`, { skip: skipDetails }, async (t) => {
    const visitor = await visitLive(t, served);
    const { page, open } = visitor;
    const streams = streamsOf(visitor);
    await open(list);
    await isState(page, "Live");
    const ended = page.waitForEvent("requestfailed", (request) => request === streams[0]);
    await page.getByRole("button", { name: /^Your key/ }).click();
    await page.getByRole("button", { name: "Forget the key" }).click();
    await ended;
    await isState(page, "Updates every 15 s");
  });

  test(`explorer, ${domain}: where the log no longer has what came after the last event, all is read again`, {
    skip: skipDetails,
  }, async (t) => {
    const { names, address } = await create(setting);
    const visitor = await visitLive(t, served);
    const { page, open, expect } = visitor;
    expect(/status of 410/);
    const streams = streamsOf(visitor);
    const lists: string[] = [];
    await page.route("**/api/events", async (route, request) => {
      if (request !== streams[0]) return route.fallback();
      await eventually(page, () => namesShown(page), names);
      page.on("request", (each) => {
        if (each.url().includes(`${title}_contains`)) lists.push(each.url());
      });
      const problem = { type: "/problems/gone", title: "Gone", status: 410, code: "gone" };
      return route.fulfill({ status: 410, contentType: "application/problem+json", body: JSON.stringify(problem) });
    });
    await open(address);
    await isState(page, "Live");
    assert.equal(streams.length, 2);
    await eventually(page, () => lists.length, 1);
  });

  test(`explorer 31, ${domain}: a stream that is cut goes on after the last event, and nothing is missed`, {
    skip,
  }, async (t) => {
    const { paths, name } = await create(setting);
    const visitor = await visitLive(t, proxy);
    const { page, open, expect } = visitor;
    expect(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
    const streams = streamsOf(visitor);
    const pending = new Set<Request>();
    page.on("request", (request) => void pending.add(request));
    page.on("response", (response) => void pending.delete(response.request()));
    page.on("requestfailed", (request) => void pending.delete(request));
    await open(paths[0]!);
    await isState(page, "Live");
    await page.getByRole("navigation", { name: "Registry" }).getByText(/^\d+$/).first().waitFor();
    await eventually(page, () => pending.size, 0);
    proxy.next.push(async () => void (await served.patch(`/api${paths[0]}`, { [title]: `${name} meanwhile` })));
    proxy.cut();
    await page.getByRole("heading", { level: 1, name: `${name} meanwhile` }).waitFor();
    await isState(page, "Live");
    assert.equal(streams.length, 2);
    assert.match((await streams[1]!.allHeaders())["last-event-id"] ?? "", /^\d{16}$/);
  });

  test(`explorer, ${domain}: a change of the record that is being edited is shown before Save`, { skip }, async (t) => {
    const { paths } = await create(setting);
    const { page, open } = await visitLive(t, served);
    await open(`${paths[0]}/-/edit`);
    await isState(page, "Live");
    const box = page.getByRole("textbox", { name: setting.label, exact: true });
    await box.waitFor();
    const note = page.getByRole("status").filter({ hasText: "changed it" });
    // As long as nothing was edited, the values that they saved replace those in the form.
    await served.patch(`/api${paths[0]}`, { [title]: "Before" });
    await note.getByRole("button", { name: "Show" }).click();
    await eventually(page, () => box.inputValue(), "Before");
    await eventually(page, () => note.count(), 0);
    await box.fill("Mine");
    await served.patch(`/api${paths[0]}`, { [other]: "Theirs" });
    await note.getByText(other, { exact: true }).waitFor();
    await isState(page, "Live");
    await note.getByRole("button", { name: "Review" }).click();
    await page
      .getByRole("dialog", { name: /^Somebody else saved/ })
      .getByRole("button", { name: "Save mine on top" })
      .click();
    await eventually(page, () => addressOf(page), paths[0]!);
    const { body } = await served.get(`/api${paths[0]}`);
    assert.deepEqual([body[title], body[other]], ["Mine", "Theirs"]);
  });

  test(`explorer, ${domain}: a deletion of the record that is being edited is shown before Save`, {
    skip: skipDetails,
  }, async (t) => {
    const { paths } = await create(setting);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY, isolated: true });
    expect(/status of 404/);
    await open(`${paths[0]}/-/edit`);
    await isState(page, "Live");
    await page.getByRole("textbox", { name: setting.label, exact: true }).fill("Mine");
    await served.delete(`/api${paths[0]}`);
    const note = page.getByRole("status").filter({ hasText: "deleted it" });
    await note.getByRole("button", { name: "Review" }).click();
    await page
      .getByRole("dialog", { name: /was deleted$/ })
      .getByRole("button", { name: "Restore with my changes" })
      .click();
    await eventually(page, () => addressOf(page), paths[0]!);
    assert.equal((await served.get(`/api${paths[0]}`)).body[title], "Mine");
  });

  test(`explorer, ${domain}: the page of changes shows them as they happen, newest on top, unless it is paused`, {
    skip,
  }, async (t) => {
    const { paths, name } = await create(setting);
    const { page, open } = await visitLive(t, served);
    const newest = page.locator(".event").first();
    await open("/-/changes");
    await isState(page, "Live");
    await newest.getByRole("link", { name: `${name} C` }).waitFor();
    await served.patch(`/api${paths[0]}`, { [title]: `${name} first` });
    await newest.getByRole("link", { name: `${name} first` }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await served.patch(`/api${paths[0]}`, { [title]: `${name} second` });
    await page.getByRole("status").getByText("Paused: 1 change since").waitFor();
    await isState(page, "Live");
    assert.deepEqual(await axeFindings(page), []);
    await newest.getByRole("link", { name: `${name} first` }).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await newest.getByRole("link", { name: `${name} second` }).waitFor();
    await eventually(page, () => page.getByText(/^Paused/).count(), 0);
    await open("/-/changes?type=nothing.created");
    await page.getByText("No change matches.").waitFor();
    await page.getByRole("link", { name: "Show all" }).click();
    await newest.getByRole("link", { name: `${name} second` }).waitFor();
  });
}
