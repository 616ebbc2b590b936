/** The text of a dump: one line for each record, and a last one that counts them. */
import { type Connection, Forbidden, Unauthorized } from "../../../client/index.ts";
import type { Description } from "../../../kit/description/model.ts";
import { registryViews } from "../../../kit/load/written-views.ts";
import { RecordReader } from "./records.ts";

/** What a dump reports while it is written. */
interface DumpObserver {
  /** A private kind that the key may not read. */
  leftOut(resource: string): void;
  wrote(records: number): void;
}

/**
 * The lines of a dump, parents before what is below them. A load follows the same order.
 */
export async function* dumpLines(
  api: Connection,
  description: Description,
  signal: AbortSignal,
  observer: DumpObserver,
): AsyncGenerator<string, void> {
  const reader = new RecordReader(api, description, signal);
  let records = 0;
  for (const view of registryViews(description)) {
    try {
      for await (const line of reader.recordsOf(view)) {
        records += 1;
        observer.wrote(records);
        yield `${JSON.stringify(line)}\n`;
      }
    } catch (error) {
      if (!view.isPrivate || !(error instanceof Forbidden || error instanceof Unauthorized)) throw error;
      observer.leftOut(view.resource);
    }
  }
  yield `${JSON.stringify({ records })}\n`;
}

/** The id of the latest event; undefined if the key may not read events. Two that differ say that something was written. */
export async function latestEvent(api: Connection): Promise<string | undefined> {
  try {
    const { items } = await api.at("/api/events").list({ sort: "id:desc", limit: 1 });
    return (items[0] as { id: string } | undefined)?.id ?? "";
  } catch (error) {
    if (error instanceof Forbidden || error instanceof Unauthorized) return undefined;
    throw error;
  }
}
