/** Edits many records in the pages of the explorer, as a person does. */
import assert from "node:assert/strict";
import type { Locator, Page, Request, Route } from "playwright-core";
import type { Body, Served } from "../http/serve.ts";
import { enter } from "./enter.ts";

/** A kind of record of which many are edited at once. */
export interface BulkSetting {
  readonly domain: string;
  readonly served: Served;
  readonly list: string;
  /** The field that records are named by. */
  readonly title: string;
  /** A record, and two texts of it, by name and label. */
  readonly record: Body;
  readonly one: readonly [name: string, label: string];
  readonly other: readonly [name: string, label: string];
  /** Changes something that the record only derives. */
  readonly touch: (served: Served, id: string) => Promise<unknown>;
  /** A value that the service refuses in one of two records: the list, both records, the field, and what it says. */
  readonly refusal: {
    readonly list: string;
    readonly title: string;
    readonly good: Body;
    readonly bad: Body;
    readonly field: readonly [name: string, label: string];
    readonly value: string;
    readonly says: string;
  };
  readonly scope: string;
  readonly foreign: string;
}

/** Records of a test, and the list that has only them. */
export interface BulkRecords {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly list: string;
  readonly pathOf: (index: number) => string;
}

let count = 0;

/** Records of its own for a test. */
export async function createdMany(
  served: Served,
  list: string,
  title: string,
  records: readonly Body[],
): Promise<BulkRecords> {
  const word = `bulk${++count}x`;
  const ids = records.map((_, at) => `${word}-${String(at + 1).padStart(2, "0")}`);
  for (const [at, record] of records.entries()) {
    const { status, text } = await served.put(`/api${list}/${ids[at]}`, { ...record, [title]: ids[at] });
    assert.equal(status, 201, text);
  }
  return { ids, names: ids, list: `${list}?${title}_contains=${word}`, pathOf: (at) => `/api${list}/${ids[at]}` };
}

/** The requests with which a page changes records. */
export function patchesOf(page: Page): Request[] {
  const patches: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") patches.push(request);
  });
  return patches;
}

/** Turns on the selection. */
export async function startSelecting(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit many" }).click();
  await page.getByRole("region", { name: "Selection" }).waitFor();
}

/** The box of a record. */
export function boxOf(page: Page, name: string): Locator {
  return page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
}

/** Opens the dialog for what is selected. */
export async function editSelected(page: Page): Promise<Locator> {
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: /^Edit \d/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: /^Edit \d/ }).waitFor();
  return dialog;
}

/** Adds a field, and enters its value. */
export async function addField(page: Page, [name, label]: readonly [string, string], value?: unknown): Promise<void> {
  await addFieldNamed(page, name);
  await page.getByLabel(label, { exact: true }).and(page.locator(":focus")).waitFor();
  if (value !== undefined) await enter(page, `/${name}`, value);
}

/** Adds a field. */
export async function addFieldNamed(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Add (?:a|another) field$/ }).click();
  await page.getByRole("menuitem", { name: new RegExp(` ${name}$`) }).click();
  // Its control gets the focus.
  await page.locator(".bulk-field:last-child :focus").waitFor({ state: "attached" });
  // What opens next must not open under the pointer.
  await page.mouse.move(0, 0);
}

/** Opens the list of records, selects all that match, gives them a value, and shows what that would change. */
export async function reviewAll(
  page: Page,
  records: Pick<BulkRecords, "names">,
  field: readonly [string, string],
  value: unknown,
): Promise<Locator> {
  await startSelecting(page);
  await page.getByRole("button", { name: `Select all ${records.names.length} that match` }).click();
  const dialog = await editSelected(page);
  await addField(page, field, value);
  await dialog.getByRole("button", { name: "Review" }).click();
  await dialog.getByRole("button", { name: /^Change \d/ }).waitFor();
  return dialog;
}

/** Sends the changes, and waits for their outcome. */
export async function change(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: /^Change \d/ }).click();
  await dialog.getByRole("heading", { name: / changed$/ }).waitFor();
}

/** The groups of outcomes: `Conflict 1`. */
export async function groupsOf(dialog: Locator): Promise<string[]> {
  const texts = await dialog.getByRole("group", { name: "Outcomes" }).getByRole("button").allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, " "));
}

/** Holds back changes until the test lets them go. */
export async function holdPatches(page: Page, list: string): Promise<{ held: number; release: () => void }> {
  const gate = Promise.withResolvers<void>();
  const state = { held: 0, release: () => gate.resolve() };
  await page.route(`**/api${list}/*`, async (route: Route) => {
    if (route.request().method() === "PATCH") {
      state.held += 1;
      await gate.promise;
    }
    await route.fallback();
  });
  return state;
}
