/** Every record of a service, list by list, parents before their sub-resources. */

import { Readable } from "node:stream";
import { type Connection, Problem } from "../../../client/index.ts";
import type { Values } from "../../../engine/declare/values.ts";
import { readNdjson } from "../rows/json-rows.ts";
import type { Destination } from "../service/destination.ts";

/** A record as the service shows it. */
export interface DumpedRecord {
  /** Its own path. */
  readonly path: string;
  /** Without its links, which follow from the path. */
  readonly record: Values;
}

/** Reads one service. */
export class RecordReader {
  private readonly api: Connection;
  private readonly signal: AbortSignal;

  constructor(api: Connection, signal: AbortSignal) {
    this.api = api;
    this.signal = signal;
  }

  /**
   * All records of a destination.
   * @param parent the destination to which its lists belong, if any
   */
  async *recordsOf(destination: Destination, parent: Destination | undefined): AsyncGenerator<DumpedRecord, void> {
    const { template, flat, isPrivate } = destination;
    if (!parent) yield* this.list(template);
    else if (flat !== undefined) yield* this.list(flat);
    else if (isPrivate) yield* this.below(destination, parent);
    else yield* this.embedded(destination, parent);
  }

  /** One request for each parent: private records are not embedded. */
  private async *below(destination: Destination, parent: Destination): AsyncGenerator<DumpedRecord, void> {
    for await (const { id } of this.rows(parent.template, { fields: "id" })) {
      const path = destination.template.replace(/\{\w+\}/, id as string);
      if (destination.kind === "single") yield* this.one(path);
      else yield* this.list(path);
    }
  }

  /** The records that one request for all parents embeds; lists that are too long for that, by a request of their own. */
  private async *embedded(destination: Destination, parent: Destination): AsyncGenerator<DumpedRecord, void> {
    const relation = destination.template.slice(destination.template.lastIndexOf("/") + 1).replaceAll("-", "_");
    for await (const row of this.rows(parent.template, { fields: "id", include: relation })) {
      const { id, _embedded, _embedded_truncated: truncated = [] } = row as unknown as EmbeddingRow;
      if (truncated.includes(relation)) yield* this.list(destination.template.replace(/\{\w+\}/, id));
      else for (const record of [_embedded[relation] ?? []].flat()) yield dumped(record);
    }
  }

  private async *list(path: string): AsyncGenerator<DumpedRecord, void> {
    for await (const row of this.rows(path)) yield dumped(row);
  }

  private async *one(path: string): AsyncGenerator<DumpedRecord, void> {
    try {
      yield dumped((await this.api.send("GET", path, { signal: this.signal })).body);
    } catch (error) {
      if (!(error instanceof Problem && error.status === 404)) throw error;
    }
  }

  private async *rows(path: string, query: Record<string, string> = {}): AsyncGenerator<Values, void> {
    const response = await this.api.at(path).export({ ...query, format: "ndjson" }, { signal: this.signal });
    if (!response.body) return;
    for await (const { values } of readNdjson(Readable.fromWeb(response.body as never))) yield values as Values;
  }
}

interface EmbeddingRow {
  readonly id: string;
  readonly _embedded: Readonly<Record<string, Values | Values[] | null>>;
  readonly _embedded_truncated?: readonly string[];
}

function dumped({ _links, ...record }: Values): DumpedRecord {
  return { path: (_links as { self: string }).self, record };
}
