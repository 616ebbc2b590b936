/** The related lists that a comparison counts, and the one whose records it names. */
import type { Description, Field, View } from "../../../../kit/description/model.ts";
import { columnsOf, inOrder, orderOf, placeIn } from "../../../../kit/description/pages/page.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import type { Data } from "../../requests/data.ts";

/** A related list of each of the compared records. */
export interface ComparedList {
  /** As `include` has it. */
  readonly name: string;
  readonly heading: string;
  readonly view: View;
  /** Its records are named: it is the first of the declared ones. */
  readonly isNamed: boolean;
}

/** An entry of a list, and the text of its own that tells what it is there: a role. */
export interface ComparedEntry {
  readonly record: Data;
  readonly role: string | undefined;
}

/** The most lists, and the most entries of one that are named. */
const MOST_LISTS = 5;
/** The most entries that are named. */
export const MOST_NAMED = 5;

/** Returns the lists: those that are declared for the page of a record, or else those below it. */
export function comparedLists({ list }: Pick<Description, "list">, view: View): ComparedList[] {
  const { sections } = view.page;
  const found = view.relations.flatMap(({ name, isMany, identity, paths: [path] }) => {
    const target = path === undefined ? undefined : list(path);
    const isBelow = view.itemPath !== undefined && path?.startsWith(`${view.itemPath}/`);
    const isWanted = sections ? sections.includes(name) : isBelow;
    return isMany && target && !target.isPrivate && isWanted ? [{ name, identity, view: target }] : [];
  });
  const once = found.filter(({ identity }, index) => found.findIndex((each) => each.identity === identity) === index);
  return once
    .toSorted((one, other) => placeIn(sections ?? [], one.name) - placeIn(sections ?? [], other.name))
    .slice(0, MOST_LISTS)
    .map(({ name, view: target }, index) => ({
      ...{ name, heading: sentenceCase(name), view: target },
      isNamed: sections !== undefined && index === 0,
    }));
}

/** Returns the entries of a record's list, in their order; undefined if the answer has none of it. */
export function entriesOf({ name, view }: ComparedList, record: Data): readonly ComparedEntry[] | undefined {
  const embedded: readonly Data[] | undefined = record._embedded?.[name];
  const role = roleIn(view);
  return embedded && inOrder(embedded, orderOf(view)).map((each) => ({ record: each, role: textIn(each, role) }));
}

/** Returns whether a record has more entries in a list than the answer. */
export function isCut({ name }: ComparedList, record: Data): boolean {
  return record._embedded_truncated?.includes(name) === true;
}

function textIn(entry: Data, role: Field | undefined): string | undefined {
  const text: unknown = role && entry[role.name];
  return typeof text === "string" ? text : undefined;
}

/** Returns the first text of a membership's own. */
function roleIn(view: View): Field | undefined {
  if (view.kind !== "membership") return undefined;
  return columnsOf(view).find(({ name, kind, derived }) => kind === "text" && !derived && name !== view.title);
}
