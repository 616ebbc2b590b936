/** Views that a person has saved by name: pages with their filters, as their addresses have them. */
import { searchOf } from "../../address/query.ts";

/** A saved view. */
export interface SavedView {
  readonly name: string;
  /** The path, the query and the fragment of its page: `/missions?status=active`. */
  readonly address: string;
}

/** The most views, and the longest name. */
export const MOST_VIEWS = 50;
/** The longest name, in characters. */
export const LONGEST_NAME = 80;
/** The longest address: that of a browser's bar. */
const LONGEST_ADDRESS = 8_000;

/** Reads views from a stored text; what cannot be read is none. */
export function readViews(stored: string | null): SavedView[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? "[]");
    const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
    return all.filter(isView).reduce(withView, []).slice(0, MOST_VIEWS);
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const { name, address } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isName = typeof name === "string" && name.trim() !== "" && name.length <= LONGEST_NAME;
  // A path of this service alone: two slashes would lead to another one.
  return isName && typeof address === "string" && address.length <= LONGEST_ADDRESS && /^\/(?![/\\])/.test(address);
}

/** Returns the address of a page as a view has it: from the first page of a list on. */
export function addressOfView({
  pathname,
  search,
  hash,
}: Readonly<Record<"pathname" | "search" | "hash", string>>): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("page");
  if (parameters.has("cursor")) parameters.set("cursor", "");
  return pathname + searchOf(parameters) + hash;
}

/** Returns the view that a name has, whatever its case. */
export function viewNamed(views: readonly SavedView[], name: string): SavedView | undefined {
  const plain = plainOf(name);
  return views.find((each) => plainOf(each.name) === plain);
}

/** Adds a view, or replaces the one of the same name in its place. */
export function withView(views: readonly SavedView[], { name, address }: SavedView): SavedView[] {
  const own = { name: trimmed(name), address };
  const before = viewNamed(views, name);
  return before ? views.map((each) => (each === before ? own : each)) : [...views, own];
}

/** Gives a view another name; it takes the place of one that has it. */
export function renamed(views: readonly SavedView[], from: string, to: string): SavedView[] {
  const view = viewNamed(views, from);
  const other = viewNamed(views, to);
  return views.flatMap((each) => {
    if (each === view) return [{ ...each, name: trimmed(to) }];
    return each === other ? [] : [each];
  });
}

/** Returns the other views. */
export function withoutView(views: readonly SavedView[], name: string): SavedView[] {
  const view = viewNamed(views, name);
  return views.filter((each) => each !== view);
}

function trimmed(name: string): string {
  return name.trim().slice(0, LONGEST_NAME);
}

function plainOf(name: string): string {
  return trimmed(name).toLowerCase();
}
