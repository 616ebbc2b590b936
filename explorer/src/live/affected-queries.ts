/** Finds the queries that a change of a record may affect. */

import { momentIn } from "../address/moment.ts";

/** A path of the API, as the names of lists and the records in them. */
interface Parts {
  /** `missions`, `crew` in `/api/missions/apollo-11/crew`. */
  readonly names: readonly string[];
  /** `missions/apollo-11` there. */
  readonly records: readonly string[];
  /** The last name, if the path ends with it. */
  readonly list: string | undefined;
}

/** A query whose filters, order or groups may look at related records, of whatever kind. */
const RELATED = /[?&](?:[^=&]*\.|[^=&]*_exists=|(?:filter|sort|sort_by|group_by|measure)=[^&]*\.)/;

/**
 * Returns whether a path may show something else after a change: it is about the same record, as one's crew is; or it
 * lists records of that kind, anywhere; or it is below the list, which changed as a whole; or its query is about related
 * records. The past does not change.
 * @param requested the path of a GET, with or without its query
 * @param changed the path of the record or list that changed
 */
export function isAffected(requested: string, changed: string): boolean {
  if (momentIn(requested) !== undefined) return false;
  if (RELATED.test(requested)) return true;
  const path = requested.replace(/\?.*$/s, "");
  const [shown, subject] = [partsOf(path), partsOf(changed)];
  if (subject.list !== undefined && path.startsWith(`${changed}/`)) return true;
  if (shown.list !== undefined && subject.names.includes(shown.list)) return true;
  return shown.records.some((record) => subject.records.includes(record));
}

function partsOf(path: string): Parts {
  const segments = path.split("/").slice(2);
  const names = segments.filter((_, index) => index % 2 === 0);
  const records = segments.flatMap((id, index) => (index % 2 === 1 ? `${segments[index - 1]}/${id}` : []));
  return { names, records, list: segments.length % 2 === 1 ? names.at(-1) : undefined };
}
