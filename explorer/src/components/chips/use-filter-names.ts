/** The names of records that filters refer to. */
import { useMemo } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { useTargets } from "../../description/use-targets.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import type { Data } from "../../requests/queries.ts";
import { referencesIn } from "./filter-references.ts";

/** Returns the names of the records in the filters of a query: from the records of the answer, or else requested. */
export function useFilterNames(view: View, search: string, records: readonly Data[]): NameOf {
  const embedded = useMemo(() => embeddedNames(records), [records]);
  const embeddedName = (field: Field, id: string) =>
    view.fields.includes(field) ? embedded.get(`${field.name} ${id}`) : undefined;
  const missing = referencesIn(view, search).map(({ field, ids }) => ({
    field,
    ids: ids.filter((id) => embeddedName(field, id) === undefined),
  }));
  const targetOf = useTargets(missing);
  return (field, given) => {
    const id = given.toLowerCase();
    return embeddedName(field, id) ?? targetOf(field, id)?.name;
  };
}

function embeddedNames(records: readonly Data[]): ReadonlyMap<string, string> {
  const pairs = records.flatMap((record) =>
    Object.entries<Data>(record._embedded ?? {}).flatMap(([relation, target]) =>
      [relation, `${relation}_id`].flatMap((name): [string, string][] =>
        typeof target?.name === "string" ? [[`${name} ${target.id}`, target.name]] : [],
      ),
    ),
  );
  return new Map(pairs);
}
