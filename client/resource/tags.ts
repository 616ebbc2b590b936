/** Which state of a record an object is: its entity tag, found by the object itself. */
import type { Answer } from "../transport/answer.ts";

/** A record as it was read. */
interface Read {
  readonly etag: string;
  /** Its addresses: a record may have several. */
  readonly paths: readonly string[];
  /** As JSON, before the caller changed anything. */
  readonly text: string;
}

const reads = new WeakMap<object, Read>();

/** A record of any resource: an object with a link to itself. */
export interface LinkedRecord {
  readonly _links: { readonly self: string };
}

/** Whether a value is a record as the service returns it. */
export function isRecord(value: unknown): value is LinkedRecord {
  const links = (value as Partial<LinkedRecord> | null | undefined)?._links;
  return typeof value === "object" && typeof links?.self === "string";
}

/** Remembers the state of the record in an answer. Returns the record. */
export function remember(path: string, { body, headers }: Answer): unknown {
  const etag = headers.get("etag");
  // The tag of a record with embedded records is not one of the record alone (RFC 9110 §8.8.1).
  if (etag === null || !isRecord(body) || "_embedded" in body) return body;
  const paths = [path, body._links.self, headers.get("content-location") ?? path];
  reads.set(body, { etag, paths, text: JSON.stringify(body) });
  return body;
}

/** The tag of a record, if `value` is one that was read from this path; otherwise undefined. */
export function tagOf(value: unknown, path: string): string | undefined {
  const read = typeof value === "object" && value !== null ? reads.get(value) : undefined;
  return read?.paths.includes(path) ? read.etag : undefined;
}

/** A copy of a record as it was read; undefined if its state is not known. */
export function originalOf(value: unknown): Record<string, unknown> | undefined {
  const read = typeof value === "object" && value !== null ? reads.get(value) : undefined;
  return read && JSON.parse(read.text);
}
