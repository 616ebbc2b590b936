/** Reads the records that keep a record from being deleted off a problem. */
import type { Dependents, Problem } from "../../../../client/index.ts";
import type { Description } from "../../../../kit/description/model.ts";

/** Records that depend on one that was to be deleted. */
export interface Blocking extends Dependents {
  /** Their fate if all that belongs to the record is deleted: members are only removed from it. */
  readonly fate: "deleted" | "removed" | "stays";
}

/**
 * Returns the dependents that a problem lists, first those that no deletion takes: what only refers to the record, and
 * what it is a member of.
 */
export function blockingIn({ document }: Problem, { at }: Pick<Description, "at">): Blocking[] {
  const path = document.instance ?? "";
  const fateOf = ({ link }: Dependents): Blocking["fate"] => {
    const kind = at(link)?.view.kind;
    if (!link.startsWith(`${path}/`) || kind === "reverse" || kind === "referring") return "stays";
    return kind === "membership" ? "removed" : "deleted";
  };
  const all = (document.dependents ?? []).map((each) => ({ ...each, fate: fateOf(each) }));
  return all.sort((a, b) => Number(b.fate === "stays") - Number(a.fate === "stays"));
}
