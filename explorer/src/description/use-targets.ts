/** The records that references lead to: their names and paths. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Field, View } from "../../../kit/description/model.ts";
import { joinElements, searchOf } from "../address/query.ts";
import { useDating } from "../requests/past/dating.ts";
import { type Data, getQuery } from "../requests/queries.ts";
import type { Target, TargetOf } from "./target.ts";
import { useDescription } from "./use-description.tsx";

/** A field and its values. */
export interface References {
  readonly field: Field;
  readonly ids: readonly string[];
}

/** The most records that one request asks for. */
const MOST = 100;

/** Reads the targets of references, in one request for each list in which they may be. */
export function useTargets(references: readonly References[]): TargetOf {
  const description = useDescription();
  const { dated } = useDating();
  const requests = references.flatMap(({ field, ids }) =>
    ids.length === 0 ? [] : listsOf(field, description).map((list) => ({ field, list, path: pathOf(list, ids) })),
  );
  const answers = useQueries({
    queries: requests.map(({ path }) => getQuery(dated(path), { poll: false })),
  });
  const known = answers.map(({ dataUpdatedAt }, index) => `${requests[index]!.path} ${dataUpdatedAt}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` says which answers there are
  return useMemo(() => {
    const targets = new Map<string, Target>();
    for (const [index, { data }] of answers.entries()) {
      const { field, list } = requests[index]!;
      const records: readonly Data[] = data?.data[list.plural] ?? [];
      for (const record of records)
        targets.set(keyOf(field, record.id), {
          name: String(record[list.title] ?? record.id),
          path: record._links.self,
        });
    }
    return (field, id) => targets.get(keyOf(field, id));
  }, [known]);
}

function listsOf(field: Field, description: ReturnType<typeof useDescription>): View[] {
  const lists = (field.reference?.to ?? []).flatMap((path) => {
    const list = description.list(path);
    return (list && description.home(list.resource)) ?? [];
  });
  return lists.filter(({ path }) => !path.includes("{"));
}

function pathOf({ path, title }: View, ids: readonly string[]): string {
  const query = { id_in: joinElements(ids.slice(0, MOST)), fields: title, limit: String(MOST) };
  return `${path}${searchOf(new URLSearchParams(query))}`;
}

/** Related records may have references of the same name. */
function keyOf({ name, reference }: Field, id: string): string {
  return [name, ...(reference?.to ?? []), id].join(" ");
}
