/** Says whether a number was counted or planned. */
import type { Field } from "../../description/model.ts";
import { countedList } from "../../forms/values/written.ts";
import { type Data, useGet } from "../../requests/queries.ts";

/** "Counted" or "planned". A record does not say which it is: a number that equals the count is taken for it. */
export function CountOrPlan({ field, record }: { readonly field: Field; readonly record: Data }) {
  const path: string | undefined = record._links?.self;
  const { data } = useGet(path && `${countedList(field, path)}?limit=1`, { poll: 60_000 });
  if (!data) return null;
  return <span className="by">{data.data.total_count === record[field.name] ? "counted" : "planned"}</span>;
}
