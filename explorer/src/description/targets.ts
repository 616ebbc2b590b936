/** The requests that read the records to which references lead, and what their answers say. */
import type { Description, Field, View } from "../../../kit/description/model.ts";
import { joinElements, searchOf } from "../address/query.ts";
import type { Data } from "../requests/data.ts";
import type { Target, TargetOf } from "./target.ts";

/** A field and its values. */
export interface References {
  readonly field: Field;
  readonly ids: readonly string[];
}

/** A request for the targets of a field, in one of the lists in which they may be. */
export interface TargetRequest {
  readonly field: Field;
  readonly list: View;
  readonly path: string;
}

/** The most records that one request asks for. */
export const MOST_TARGETS = 100;

/** Returns the requests for the targets of references: one for each list in which they may be. */
export function targetRequests(references: readonly References[], description: Description): TargetRequest[] {
  return references.flatMap(({ field, ids }) =>
    ids.length === 0 ? [] : listsOf(field, description).map((list) => ({ field, list, path: pathOf(list, ids) })),
  );
}

/** Reads targets from the answers to their requests; undefined is an answer that is not there yet. */
export function targetsIn(requests: readonly TargetRequest[], answers: readonly (Data | undefined)[]): TargetOf {
  const targets = new Map<string, Target>();
  for (const [index, data] of answers.entries()) {
    const { field, list } = requests[index]!;
    const records: readonly Data[] = data?.[list.plural] ?? [];
    for (const record of records)
      targets.set(keyOf(field, record.id), {
        name: String(record[list.title] ?? record.id),
        path: record._links.self,
      });
  }
  return (field, id) => targets.get(keyOf(field, id));
}

function listsOf(field: Field, description: Description): View[] {
  const lists = (field.reference?.to ?? []).flatMap((path) => {
    const list = description.list(path);
    return (list && description.home(list.resource)) ?? [];
  });
  return lists.filter(({ path }) => !path.includes("{"));
}

function pathOf({ path, title }: View, ids: readonly string[]): string {
  const query = { id_in: joinElements(ids.slice(0, MOST_TARGETS)), fields: title, limit: String(MOST_TARGETS) };
  return `${path}${searchOf(new URLSearchParams(query))}`;
}

/** Related records may have references of the same name. */
function keyOf({ name, reference }: Field, id: string): string {
  return [name, ...(reference?.to ?? []), id].join(" ");
}
