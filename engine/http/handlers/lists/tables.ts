/** What exports show, as tables of rows: the records of a list, or the groups of a summary. */
import type { Values } from "../../../declare/values.ts";
import { Problem } from "../../../problem.ts";
import { collectionsOf, type ListQuery } from "../../../query/list-query.ts";
import { COUNT, measureName } from "../../../query/measures.ts";
import type { Format } from "../../../query/selection.ts";
import { jsonText, type Projection, projectionOf, shownProperties } from "../../../resource/representation.ts";
import type { View } from "../../../resource/resource.ts";
import { type Counter, combined } from "../../../store/counters.ts";
import type { BatchPosition } from "../../../store/read/batches/batch-reader.ts";
import type { Embedded } from "../../../store/read/embedded.ts";
import type { GroupedQuery } from "../../../store/read/pages/page.ts";
import type { CursorPageOptions, RecordStore } from "../../../store/record-store.ts";
import { type Column, columnsOf } from "../../response/csv.ts";
import { withEmbedded } from "../../response/embedded.ts";
import type { BatchSource } from "../../response/exports.ts";
import { itemProjection } from "./list-page.ts";

/** The formats of exports. */
export type ExportFormat = Exclude<Format, "json">;

/** Rows to export, and how to show them. */
export interface Table<Row, Position> {
  readonly source: BatchSource<Row, Position>;
  readonly columns: readonly Column<Row>[];
  jsonText(row: Row): string;
}

/** A record, and what is embedded in it. */
interface ExportedRecord {
  readonly values: Values;
  readonly embedded: Embedded | undefined;
}

/** The records of a list, or of one page if the query asks for one. */
export function recordTable(
  records: RecordStore,
  view: View,
  parentId: string | undefined,
  query: ListQuery,
  options: CursorPageOptions,
  format: ExportFormat,
): Table<ExportedRecord, BatchPosition> {
  const projection = projectionFor(view, query, format);
  const paged = query.paging.requested;
  return {
    source: {
      read: async (position, batchSize) => {
        const batch = await records.listBatch(projection, parentId, query, { ...options, paged, position, batchSize });
        return { rows: batch.rows.map((values, at) => ({ values, embedded: batch.embedded[at] })), next: batch.next };
      },
    },
    columns: projection.properties
      .flatMap(columnsOf)
      .map(({ name, read }) => ({ name, read: ({ values }: ExportedRecord) => read(values) })),
    jsonText: ({ values, embedded }) => {
      const text = jsonText(projection, values);
      return embedded ? withEmbedded(text, embedded) : text;
    },
  };
}

/** The selected fields, or all of them. CSV has no links. */
function projectionFor(view: View, query: ListQuery, format: ExportFormat): Projection {
  if (format === "csv") return projectionOf(view, query.fields ?? shownProperties(view), {});
  return itemProjection(view, { ...query, allFields: query.allFields || query.fields === undefined });
}

/** The number of groups that are read at once; each such read computes all groups. */
const BLOCK_SIZE = 5_000;

/** The groups that were read and not exported yet, and the number of the next block; undefined if there is none. */
interface GroupPosition {
  readonly groups: readonly Values[];
  readonly nextBlock: number | undefined;
}

/** The groups of a summary, or of one page if the query asks for one. */
export function groupTable(
  records: RecordStore,
  view: View,
  parentId: string | undefined,
  query: GroupedQuery,
  options: CursorPageOptions,
): Table<Values, GroupPosition> {
  const { paging, grouping } = query;
  let { counter } = options;
  const readBlock = async (page: number): Promise<GroupPosition> => {
    if (paging.requested)
      return { groups: (await records.listGroups(view, parentId, query, options)).groups, nextBlock: undefined };
    counter ??= await counterOf(records, view, query);
    const block = { ...query, paging: { page, limit: BLOCK_SIZE, requested: true } };
    const { groups, total } = await records.listGroups(view, parentId, block, options);
    if (total > BLOCK_SIZE) refuseChanges(counter, await counterOf(records, view, query));
    return { groups, nextBlock: page * BLOCK_SIZE < total ? page + 1 : undefined };
  };
  const names = [...grouping.keys.map(({ property }) => property.name), COUNT, ...grouping.measures.map(measureName)];
  return {
    source: {
      read: async (position = { groups: [], nextBlock: 1 }, size) => {
        const { groups, nextBlock } = position.groups.length > 0 ? position : await readBlock(position.nextBlock!);
        const isLast = groups.length <= size && nextBlock === undefined;
        return { rows: groups.slice(0, size), next: isLast ? undefined : { groups: groups.slice(size), nextBlock } };
      },
    },
    columns: names.map((name) => ({ name, read: (group) => group[name] ?? null })),
    jsonText: (group) => JSON.stringify(group),
  };
}

/** The counter of the collections on which a summary depends. */
async function counterOf(records: RecordStore, view: View, query: GroupedQuery): Promise<Counter> {
  return combined(await records.counters(collectionsOf(view, query)));
}

/** Refuses to continue a summary whose collections have changed: a group could be missing, or be there twice. */
function refuseChanges(before: Counter, now: Counter): void {
  if (now.changes === before.changes) return;
  throw new Problem("unavailable", "The collection changed while its summary was being read. Try again.", {
    refused: true,
  });
}
