/** Scenario 26 of the explorer: the state of a record is changed on its page, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Request } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually, tabTo } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;

/** A kind of record with a lifecycle. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly record: Body;
  /** Its states: the first one with those that may follow, one of them, and the final one that follows that. */
  readonly first: string;
  readonly next: readonly string[];
  readonly to: string;
  readonly final: string;
  /** What else people write, by name and label. */
  readonly other: readonly [name: string, label: string];
  /** A field that a rule may name, by name and label. */
  readonly ruled: readonly [name: string, label: string];
  /** Changes something that the record only derives. */
  readonly touch: (served: Served, id: string) => Promise<unknown>;
  /** The scope that writes something else only. */
  readonly foreign: string;
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        record: { name: "Begun" },
        first: "planned",
        next: ["On hold", "Active", "Failed", "Cancelled"],
        to: "active",
        final: "completed",
        other: ["operator", "Operator"],
        ruled: ["launch_date", "Launch date"],
        touch: (served, id) =>
          served.post(`/api/missions/${id}/astronauts`, { astronaut_id: "neil-armstrong", role: "commander" }),
        foreign: "planets:write",
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/courses",
        record: { title: "Begun", university_id: "alma" },
        first: "draft",
        next: ["Open"],
        to: "open",
        final: "closed",
        other: ["title", "Title"],
        ruled: ["ends_at", "Ends at"],
        touch: (served, id) => served.put(`/api/courses/${id}/students/ann`, {}),
        foreign: "products:write",
      },
    ];

let count = 0;

/** A record of its own for a test. */
async function begun({ served, list, record }: Setting): Promise<{ readonly path: string; readonly id: string }> {
  const id = `begun-${++count}`;
  assert.equal((await served.put(`/api${list}/${id}`, record)).status, 201);
  return { path: `${list}/${id}`, id };
}

const states = (page: Page) => page.getByRole("group", { name: "Status" });
const press = (page: Page, name: string) => states(page).getByRole("button", { name, exact: true }).click();
const capital = (state: string) => state.charAt(0).toUpperCase() + state.slice(1);

/** The requests with which a page changes records. */
function patchesOf(page: Page): Request[] {
  const patches: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") patches.push(request);
  });
  return patches;
}

/** Does something before the first PATCH of a page arrives. */
async function beforePatch(page: Page, act: () => Promise<unknown>): Promise<void> {
  let isFirst = true;
  await page.route("**/api/**", async (route) => {
    if (route.request().method() === "PATCH" && isFirst) {
      isFirst = false;
      await act();
    }
    await route.fallback();
  });
}

for (const setting of sampleOf(SETTINGS, 2, 0)) {
  const { domain, served, first, next, to, final, other, ruled, touch, foreign } = setting;
  const stateOf = async (path: string) => (await served.get(`/api${path}`)).body.status;

  test(`explorer 26, ${domain}: only the allowed states are buttons, by keyboard too; a final one says so`, {
    skip,
  }, async (t) => {
    const { path } = await begun(setting);
    const { page, open } = await visit(t, served, { key: ADMIN_KEY });
    await open(path);
    await eventually(page, () => states(page).getByRole("button").allInnerTexts(), [...next]);
    const patches = patchesOf(page);
    const tag = (await served.get(`/api${path}`)).headers.get("etag");
    await tabTo(page, states(page).getByRole("button", { name: capital(to), exact: true }));
    await page.keyboard.press("Enter");
    await states(page)
      .getByRole("button", { name: capital(final), exact: true })
      .waitFor();
    assert.equal(await stateOf(path), to);
    const { "if-match": ifMatch, "idempotency-key": key } = await patches[0]!.allHeaders();
    assert.deepEqual([ifMatch, typeof key, patches[0]!.postDataJSON()], [tag, "string", { status: to }]);
    await states(page).and(page.locator(":focus")).waitFor();
    await eventually(page, () => states(page).getByRole("status").innerText(), `Status: ${to}`);
    assert.deepEqual(await axeFindings(page), []);
    await press(page, capital(final));
    await states(page).getByText("final state").waitFor();
    await eventually(page, () => states(page).getByRole("button").count(), 0);
    assert.equal(await stateOf(path), final);
  });

  test(`explorer 26, ${domain}: a refused transition is said at the buttons; the form has it staged, and the fault`, {
    skip,
  }, async (t) => {
    const { path } = await begun(setting);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 422/);
    await page.route(`**/api${path}`, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({
            status: 422,
            contentType: "application/problem+json",
            json: {
              title: "Invalid",
              status: 422,
              detail: "One fault.",
              errors: [{ pointer: `/${ruled[0]}`, code: "rule_broken", message: "It needs a date." }],
            },
          })
        : route.fallback(),
    );
    await open(path);
    await press(page, capital(to));
    const alert = page.getByRole("alert").filter({ hasText: "It needs a date." });
    await alert.getByText(`It was not changed to ${to}.`).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    assert.equal(await stateOf(path), first);
    await alert.getByRole("link", { name: `Edit it with status ${to}` }).click();
    await eventually(page, () => addressOf(page), `${path}/-/edit`);
    const faulty = page.getByLabel(ruled[1], { exact: true });
    await faulty.and(page.locator(":focus")).waitFor();
    await page.getByText("It needs a date.").waitFor();
    await eventually(page, () => page.getByRole("radio", { name: to, exact: true }).isChecked(), true);
    const offered = await page.getByRole("radiogroup", { name: "Status" }).getByRole("radio").count();
    assert.equal(offered, next.length + 1, "the form offers the current state and the allowed ones");
    await page.unroute(`**/api${path}`);
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await eventually(page, () => addressOf(page), path);
    assert.equal(await stateOf(path), to);
  });

  test(`explorer 26, ${domain}: without a key, one is asked for, and the state is changed after it was entered`, {
    skip: skipDetails,
  }, async (t) => {
    const { path } = await begun(setting);
    const { page, open } = await visit(t, served);
    await open(path);
    await press(page, capital(to));
    const dialog = page.getByRole("dialog", { name: "Enter a key" });
    await dialog.getByText(`${setting.list.slice(1)}:write`).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await press(page, capital(to));
    await dialog.getByLabel("API key or access token").fill(ADMIN_KEY);
    await dialog.getByRole("button", { name: "Use this key" }).click();
    await states(page)
      .getByRole("button", { name: capital(final), exact: true })
      .waitFor();
    assert.equal(await stateOf(path), to);
  });

  test(`explorer 14 and 26, ${domain}: a key without the scope is told which one, and another key goes on`, {
    skip: skipDetails,
  }, async (t) => {
    const { path } = await begun(setting);
    const { secret } = await createKey(served, [foreign]);
    const { page, open } = await visit(t, served);
    await open(path);
    await press(page, capital(to));
    const dialog = page.getByRole("dialog", { name: "Enter a key" });
    const enter = async (key: string) => {
      await dialog.getByLabel("API key or access token").fill(key);
      await dialog.getByRole("button", { name: "Use this key" }).click();
    };
    await enter(secret);
    const alert = page.getByRole("alert").filter({ hasText: "Your key does not have the scope" });
    await alert.getByText(`${setting.list.slice(1)}:write`).waitFor();
    assert.equal(await stateOf(path), first);
    await alert.getByRole("button", { name: "Use another key" }).click();
    await enter(ADMIN_KEY);
    await states(page)
      .getByRole("button", { name: capital(final), exact: true })
      .waitFor();
    assert.equal(await stateOf(path), to);
  });

  test(`explorer 22 and 26, ${domain}: what only follows from other records does not stop a transition`, {
    skip: skipDetails,
  }, async (t) => {
    const { path, id } = await begun(setting);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 412/);
    const patches = patchesOf(page);
    await open(path);
    await states(page).waitFor();
    await beforePatch(page, () => touch(served, id));
    await press(page, capital(to));
    await states(page)
      .getByRole("button", { name: capital(final), exact: true })
      .waitFor();
    assert.equal(patches.length, 2);
    assert.equal(await stateOf(path), to);
  });

  test(`explorer 26, ${domain}: what somebody else saved meanwhile is shown before the state is changed`, {
    skip: skipDetails,
  }, async (t) => {
    const { path } = await begun(setting);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 412/);
    await open(path);
    await states(page).waitFor();
    await beforePatch(page, () => served.patch(`/api${path}`, { [other[0]]: "Theirs" }));
    await press(page, capital(to));
    const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
    await dialog.getByRole("rowheader", { name: other[1] }).waitFor();
    await dialog.getByRole("cell", { name: "Theirs" }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    assert.equal(await stateOf(path), first);
    await dialog.getByRole("button", { name: `Change to ${to} anyway` }).click();
    await states(page)
      .getByRole("button", { name: capital(final), exact: true })
      .waitFor();
    const { body } = await served.get(`/api${path}`);
    assert.deepEqual([body.status, body[other[0]]], [to, "Theirs"]);
  });

  test(`explorer 26, ${domain}: a state that is no longer allowed is not offered again`, {
    skip: skipDetails,
  }, async (t) => {
    const { path } = await begun(setting);
    const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
    expect(/status of 412/);
    await open(path);
    await states(page).waitFor();
    await beforePatch(page, async () => {
      for (const status of [to, final]) await served.patch(`/api${path}`, { status });
    });
    await press(page, next[0]!);
    const dialog = page.getByRole("dialog", { name: /^Somebody else saved/ });
    await dialog.getByText(`is ${final} now and cannot become`).waitFor();
    await eventually(page, () => dialog.getByRole("button").allInnerTexts(), ["Close"]);
    await page.keyboard.press("Escape");
    await states(page).getByText("final state").waitFor();
    await states(page).and(page.locator(":focus")).waitFor();
  });
}

test("explorer 26, space: the service's own rule of a transition is said, and the form shows it at the state", {
  skip: skipDetails,
}, async (t) => {
  const { served } = SETTINGS[0]!;
  for (const id of ["flying", "waiting"]) {
    await served.put(`/api/missions/${id}`, { name: capital(id), status: id === "flying" ? "active" : "planned" });
    await served.put(`/api/missions/${id}/astronauts/buzz-aldrin`, { role: "pilot" });
  }
  const { page, open, expect } = await visit(t, served, { key: ADMIN_KEY });
  expect(/status of 409/);
  await open("/missions/waiting");
  await press(page, "Active");
  const alert = page.getByRole("alert").filter({ hasText: "buzz-aldrin" });
  await alert.getByRole("link", { name: "What this means" }).waitFor();
  await alert.getByRole("link", { name: "Edit it with status active" }).click();
  await eventually(page, () => addressOf(page), "/missions/waiting/-/edit");
  const group = page.getByRole("radiogroup", { name: "Status" });
  await eventually(page, () => group.getAttribute("aria-invalid"), "true");
  await group.getByText("planned", { exact: true }).click();
  await eventually(page, () => page.getByRole("button", { name: "Save" }).isDisabled(), true);
});
