/** Reads the members of a record. */
import type { View } from "../../../../../kit/description/model.ts";
import { inOrder, orderOf } from "../../../../../kit/description/pages/page.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { type Data, useGet } from "../../../requests/queries.ts";
import { useRights } from "../../../requests/rights.ts";
import { type Entries, presenceIn } from "./members.ts";

/** The most members that are requested. */
const MOST = 100;
const NONE: Entries = { entries: [], count: 0, parts: undefined, title: "id" };

/** Reads the members that a declared picture shows of a record: none if there are none, or if they cannot be read. */
export function useMembers(view: View, record: Data): Entries | undefined {
  const description = useDescription();
  const parts = presenceIn(description, view);
  const { mayRead } = useRights();
  const list: string | undefined = parts && record._links[parts.include];
  const place = list === undefined ? undefined : description.at(list);
  const { data, error } = useGet(place && mayRead(place.view) ? `${list}?limit=${MOST}` : undefined);
  if (error || !place || mayRead(place.view) === false) return NONE;
  if (!data) return undefined;
  const { plural, title } = place.view;
  const received: readonly Data[] = data.data[plural] ?? [];
  return { entries: inOrder(received, orderOf(place.view)), count: data.data.total_count, parts, title };
}
