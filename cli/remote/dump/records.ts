/** Every record of a service, list by list. */
import { type Connection, Problem } from "../../../client/index.ts";
import type { Description, View } from "../../../kit/description/model.ts";
import { lastSegment, variablesIn } from "../../../kit/description/paths.ts";
import { readNdjson } from "../../../kit/rows/json.ts";
import { chunksOf } from "../../../kit/rows/stream.ts";
import { decodeUtf8 } from "../../../kit/rows/utf8.ts";
import type { Values } from "../../../kit/values/json.ts";

/** A record as the service shows it. */
interface DumpedRecord {
  /** Its own path. */
  readonly path: string;
  /** Without its links, which follow from the path. */
  readonly record: Values;
}

/** Reads one service. */
export class RecordReader {
  private readonly api: Connection;
  private readonly description: Description;
  private readonly signal: AbortSignal;

  constructor(api: Connection, description: Description, signal: AbortSignal) {
    this.api = api;
    this.description = description;
    this.signal = signal;
  }

  /** All records of a view. */
  async *recordsOf(view: View): AsyncGenerator<DumpedRecord, void> {
    const { home } = this.description;
    const { path } = home(view.resource)!;
    const parent = home(view.parent ?? "");
    if (!parent || variablesIn(path).length === 0) yield* this.list(path);
    else if (view.isPrivate) yield* this.below(view, parent);
    else yield* this.embedded(view, parent);
  }

  /** One request for each parent: private records are not embedded. */
  private async *below({ kind, path }: View, parent: View): AsyncGenerator<DumpedRecord, void> {
    for await (const { id } of this.rows(parent.path, { fields: "id" })) {
      const own = path.replace(/\{\w+\}/, id as string);
      if (kind === "single") yield* this.one(own);
      else yield* this.list(own);
    }
  }

  /** The records that one request for all parents embeds; lists that are too long for that, by a request of their own. */
  private async *embedded({ path }: View, parent: View): AsyncGenerator<DumpedRecord, void> {
    const relation = lastSegment(path).replaceAll("-", "_");
    for await (const row of this.rows(parent.path, { fields: "id", include: relation })) {
      const { id, _embedded, _embedded_truncated: truncated = [] } = row as unknown as EmbeddingRow;
      if (truncated.includes(relation)) yield* this.list(path.replace(/\{\w+\}/, id));
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
    for await (const { values } of readNdjson(decodeUtf8(chunksOf(response.body)))) yield values as Values;
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
