/** Scenario 30 of the explorer for whole trees: a record comes back with all that was deleted with it, in Chromium, on both domains. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/browser/axe.ts";
import { skipDetails, skipWithoutChromium } from "./support/browser/chromium.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { type VisitSettings, visit } from "./support/browser/visitor.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ADMIN_KEY, type Body, type Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
/** A record with many samples below it. */
interface Setting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  readonly record: Body;
  /** Where samples go, what one is called, and how one is made. */
  readonly samples: readonly [list: string, one: string, make: (index: number) => Body];
  /** The lengths of the arrays in which they are sent. */
  readonly arrays: readonly number[];
}

const SETTINGS: readonly Setting[] = skip
  ? []
  : [
      {
        domain: "space",
        served: await serveBuiltIn(),
        list: "/missions",
        record: { name: "Sampler" },
        samples: [
          "data",
          "sample",
          (index) => ({
            ...{ instrument: "probe", parameter: "heat", unit: "K", value: index },
            collected_at: new Date(index * 60_000).toISOString(),
          }),
        ],
        arrays: [1_000, 500],
      },
      {
        domain: "second domain",
        served: await serveSecond(),
        list: "/manufacturers",
        record: { name: "Sampler" },
        samples: ["lab-readings", "reading", (index) => ({ gauge: "bench", value: index })],
        arrays: [100, 50],
      },
    ];

let count = 0;

/** Creates a record with samples, and deletes both. @returns its page, and the samples as they were */
async function deleted({ served, list, record, samples: [below, , make], arrays }: Setting) {
  const path = `${list}/sampler-${++count}`;
  assert.equal((await served.put(`/api${path}`, record)).status, 201);
  for (const [place, length] of arrays.entries()) {
    const array = Array.from({ length }, (_, index) => make(place * length + index));
    assert.equal((await served.post(`/api${path}/${below}`, array)).status, 201);
  }
  const before = await textOf(served, `/api${path}/${below}`);
  served.clock.advance(60_000);
  assert.equal((await served.delete(`/api${path}?cascade=true`)).status, 204);
  return { path, before };
}

/** The samples of a list, without the times that the service sets. */
async function textOf(served: Served, path: string): Promise<string> {
  const { text } = await served.get(`${path}?format=ndjson&sort=id`);
  return text.replace(/"(?:created|updated)_at":"[^"]*",?/g, "");
}

async function asked(t: TestContext, { served }: Pick<Setting, "served">, path: string, settings: VisitSettings = {}) {
  const visitor = await visit(t, served, { key: ADMIN_KEY, ...settings });
  visitor.expect(/status of 404/);
  await visitor.open(path);
  await visitor.page.getByRole("button", { name: "Restore …" }).click();
  const dialog = visitor.page.getByRole("dialog", { name: /^Restore / });
  await dialog.getByText("Also restored:").waitFor();
  return { ...visitor, dialog };
}

/** The arrays that a page sends, by their lengths. */
function arraysSent(page: Page): number[] {
  const lengths: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") lengths.push(request.postDataJSON().length);
  });
  return lengths;
}

for (const setting of sampleOf(SETTINGS, 2, 1)) {
  const { domain, served, samples, arrays } = setting;
  const [first, second] = arrays.map((length) => length.toLocaleString("en-GB"));
  const total = arrays.reduce((sum, length) => sum + length).toLocaleString("en-GB");
  const [below, one] = samples;

  test(`explorer 30, ${domain}: a record is restored with ${total} samples, in arrays, each as it was`, {
    skip,
  }, async (t) => {
    const { path, before } = await deleted(setting);
    const { page, dialog } = await asked(t, setting, path);
    await dialog.getByText(`${total} × ${one}`).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const sent = arraysSent(page);
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await eventually(page, async () => (await textOf(served, `/api${path}/${below}`)) === before, true);
    await eventually(page, () => page.getByRole("dialog").count(), 0);
    assert.equal(addressOf(page), path);
    assert.deepEqual(sent, arrays);
  });

  test(`explorer 30, ${domain}: a restoration that was stopped is continued, and nothing is sent twice`, {
    skip: skipDetails,
  }, async (t) => {
    const { path, before } = await deleted(setting);
    const { page, dialog } = await asked(t, setting, path);
    const sent = arraysSent(page);
    const { promise: isStopped, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api${path}/${below}`, async (route) => {
      await isStopped;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    const running = page.getByRole("dialog", { name: /^Restoring / });
    await running.getByRole("button", { name: "Stop" }).click();
    release();
    const result = page.getByRole("dialog", { name: /was restored$/ });
    await result.getByText(`${first} restored, ${second} not sent.`).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await axeFindings(page), []);
    await eventually(page, () => page.evaluate("document.documentElement.scrollWidth"), 320);
    await result.getByRole("button", { name: "Restore the rest" }).click();
    await eventually(page, async () => (await textOf(served, `/api${path}/${below}`)) === before, true);
    await eventually(page, () => page.getByRole("dialog").count(), 0);
    assert.deepEqual(sent, arrays);
  });
}

test("explorer 30, space: private records come back too, for who may write them; for others they are named", {
  skip,
}, async (t) => {
  const { served } = SETTINGS[0]!;
  const exam = { examined_on: "2020-01-01", kind: "annual", fitness: "fit" };
  for (const id of ["one", "two"]) {
    assert.equal((await served.put(`/api/astronauts/gone-${id}`, { name: `Gone ${id}` })).status, 201);
    assert.equal((await served.put(`/api/astronauts/gone-${id}/medical/x`, exam)).status, 201);
    served.clock.advance(60_000);
    assert.equal((await served.delete(`/api/astronauts/gone-${id}?cascade=true`)).status, 204);
  }
  const all = await asked(t, { served }, "/astronauts/gone-one");
  await all.dialog.getByText("1 × medical record").waitFor();
  await all.dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await eventually(
    all.page,
    async () => (await served.get("/api/astronauts/gone-one/medical/x")).body.fitness,
    exam.fitness,
  );
  const { secret } = await createKey(served, ["events:read", "astronauts:write", "medical:read"]);
  const some = await asked(t, { served }, "/astronauts/gone-two", { key: secret });
  await some.dialog.getByRole("button", { name: "Restore", exact: true }).click();
  const result = some.page.getByRole("dialog", { name: "Gone two was restored" });
  await result.getByText("0 restored, 1 refused.").waitFor();
  await result.getByText("It needs the scope medical:write.").waitFor();
  await result.getByText("/api/astronauts/gone-two/medical/x").waitFor();
  await result.getByRole("button", { name: "Show it" }).click();
  await eventually(some.page, () => addressOf(some.page), "/astronauts/gone-two");
  assert.equal((await served.get("/api/astronauts/gone-two/medical/x")).status, 404);
});
