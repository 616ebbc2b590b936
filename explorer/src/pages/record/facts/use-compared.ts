/** The record with which the facts of another one are compared. */
import type { View } from "../../../../../kit/description/model.ts";
import type { LeadFact } from "../../../../../kit/description/pages/declared.ts";
import { searchOf } from "../../../address/query.ts";
import { useDescription } from "../../../description/use-description.tsx";
import type { Data } from "../../../requests/data.ts";
import { useGet } from "../../../requests/queries.ts";

/** Reads the record that facts name; a fact that names none, or the record itself, has none. */
export function useCompared(
  view: View,
  record: Data,
  facts: readonly LeadFact[],
): (fact: LeadFact) => Data | undefined {
  const { home } = useDescription();
  const compared = facts.filter(({ compare }) => compare !== undefined && compare !== record.id);
  const id = compared[0]?.compare;
  const list = home(view.resource);
  const fields = [view.title, ...compared.map(({ field }) => field)].join(",");
  const path = id === undefined || !list ? undefined : list.path + searchOf(new URLSearchParams({ id, fields }));
  const { data } = useGet(path, { poll: false });
  const [other]: Data[] = (list && data?.data[list.plural]) ?? [];
  return (fact) => (compared.includes(fact) && fact.compare === other?.id ? other : undefined);
}
