/** The members of a record, each for its own time. */
import type { Description, View } from "../../../../../kit/description/model.ts";
import { words } from "../../../../../kit/description/words.ts";
import { memberPath } from "../../../description/member-path.ts";
import type { Data } from "../../../requests/data.ts";
import { type PresenceParts, partsOf } from "../../presence/parts.ts";
import { dayOf, endOf } from "../../time/days.ts";
import type { Item } from "../../timeline/items.ts";

/** A member. */
export interface Member {
  readonly name: string;
  readonly role: string | undefined;
  /** The time of the record, unless the member has one of its own. */
  readonly item: Item;
}

/** Returns the parts of the declared picture that shows the members of the records of a list. */
export function presenceIn(description: Description, { resource }: View): PresenceParts | undefined {
  const parts = description.views.flatMap((view) =>
    view.pictures
      .filter(({ kind, origin }) => kind === "presence" && origin === undefined)
      .map((picture) => partsOf(description, view, picture)),
  );
  return parts.find((each) => each?.records.resource === resource);
}

/** Entries of a list of members, as they were read. */
export interface Entries {
  readonly entries: readonly Data[];
  /** The number of all of them. */
  readonly count: number;
  readonly parts: PresenceParts | undefined;
  /** The field by which people know a member. */
  readonly title: string;
}

/** Returns the members of a record by the day on which they joined. */
export function membersOf({ entries, parts, title }: Entries, own: Item, description: Description): Member[] {
  const members = entries.map((entry) => {
    const joined = dayOf(parts?.joined && entry[parts.joined]);
    const left = endOf(parts?.left && entry[parts.left]);
    const role = parts?.role && entry[parts.role];
    const name = String(entry[title] ?? entry.id);
    const item: Item = {
      ...own,
      ...{ id: entry.id, path: memberPath(description, entry) ?? entry._links.self, title: name },
      ...(joined === undefined ? {} : { from: joined, begun: joined + 1, isRough: false }),
      ...(left === undefined ? {} : { to: left, known: undefined, isGoing: false }),
    };
    return { name, role: role ? words(role) : undefined, item };
  });
  return members.sort((a, b) => a.item.from - b.item.from);
}
