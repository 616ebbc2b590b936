/** Enters values into the controls of a form, as a person does. */
import type { Locator, Page } from "playwright-core";

/** A JSON value. */
type Value = unknown;

/**
 * Enters a value into the control of a field, whatever its kind.
 * @param pointer of the field in the record: `/name`
 */
export async function enter(page: Page, pointer: string, value: Value): Promise<void> {
  const control = at(page, pointer);
  await control.waitFor({ state: "attached" });
  const { localName: tag, type, role } = await controlOf(control);
  if (tag === "select") return void (await control.selectOption(String(value)));
  if (type === "radio") return choose(control, String(value));
  if (type === "checkbox") return check(control, value);
  if (role === "combobox") return refer(page, control, String(value));
  if (tag === "input" || tag === "textarea") return control.fill(asTyped(value));
  if (Array.isArray(value)) return enterRows(page, pointer, value);
  await setObject(page, pointer, value as Record<string, Value>);
}

/** What a control is, as the DOM has it. */
interface Control {
  readonly localName: string;
  readonly type: string | undefined;
  readonly role: string | null;
}

function controlOf(locator: Locator): Promise<Control> {
  return locator.evaluate((element) => {
    const { localName, type, role } = element as unknown as Control;
    return { localName, type, role };
  });
}

/** The control of a value. How much of a date is known is chosen beside the date. */
function at(page: Page, pointer: string): Locator {
  return page.locator(`[id="form${pointer}"], [id="form${pointer.replace(/_precision$/, "-precision")}"]`);
}

/** The text for a control; objects are typed as JSON. */
function asTyped(value: Value): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Radio buttons are named by words: `on hold`; those of yes and no by these. */
async function choose(first: Locator, value: string): Promise<void> {
  const group = first.locator("xpath=ancestor::*[@role='radiogroup']");
  const name = { true: "yes", false: "no" }[value] ?? value.replaceAll("_", " ");
  await group.getByText(name, { exact: true }).click();
}

/** A box for yes or no; or the first of boxes for words, alone or in groups: that one may stand for all. */
async function check(first: Locator, value: Value): Promise<void> {
  if (!Array.isArray(value)) return first.setChecked(value === true);
  await first.uncheck();
  for (const word of value as string[]) {
    const [group = "", own] = word.replaceAll("_", " ").split(".");
    const boxes =
      own === undefined
        ? first.locator("xpath=ancestor::fieldset[1]")
        : first.page().getByRole("group", { name: new RegExp(`^${group}$`, "i") });
    await boxes.getByRole("checkbox", { name: own ?? group, exact: true }).check();
  }
}

/** The id is typed; the record may be far down the list. */
async function refer(page: Page, control: Locator, id: string): Promise<void> {
  await control.fill(id);
  await page.keyboard.press("Tab");
}

async function enterRows(page: Page, pointer: string, rows: readonly Value[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const add = page.locator(".rows", { has: page.locator(`[id^="form${pointer}"]`) }).last();
    await add.getByRole("button", { name: "Add a row" }).last().click();
    if (typeof row === "object" && row !== null)
      await setObject(page, `${pointer}/${index}`, row as Record<string, Value>);
    else await enter(page, `${pointer}/${index}`, row);
  }
}

async function setObject(page: Page, pointer: string, values: Record<string, Value>): Promise<void> {
  const control = at(page, pointer);
  // The button that sets it has the id as long as there is no object.
  if ((await control.count()) > 0 && (await controlOf(control)).localName === "button") await control.click();
  for (const [name, value] of Object.entries(values)) await enter(page, `${pointer}/${name}`, value);
}
