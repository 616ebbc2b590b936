/** An answer before it is on the wire: it can be compared, compressed, stored and replayed. */
import type { ServerResponse } from "node:http";
import type { Values } from "../../declare/values.ts";
import { jsonText } from "../../resource/json-text.ts";
import { fullProjection, type Projection, readStored, represent } from "../../resource/representation.ts";
import { fill, pathOf, type Resource } from "../../resource/resource.ts";
import type { StoredRecord } from "../../store/tables.ts";
import { lastModified, recordTag } from "./etag.ts";

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none; bytes where it is kept and sent again. That of a 304 is not sent: its length decides the tag. */
  readonly body: string | Buffer;
  /** The answer as it is kept to be replayed, where that is another: secrets are told once. */
  readonly kept?: HttpResponse;
  /** Takes the connection over when the header is sent, in place of a body. */
  readonly stream?: (response: ServerResponse) => void;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** An answer of JSON text. */
export function jsonResponse(body: string | Buffer, headers: Record<string, string> = {}, status = 200): HttpResponse {
  headers["content-type"] = JSON_TYPE;
  return { status, headers, body };
}

/** An answer that only has a status and headers. */
export function emptyResponse(status: number, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, body: "" };
}

/** An answer that carries a representation of one record. */
export function itemResponse(
  shape: Projection,
  read: Values,
  headers: Record<string, string>,
  status = 200,
): HttpResponse {
  headers["content-location"] = fill(shape.links.self!, read)!;
  return jsonResponse(jsonText(shape, read), headers, status);
}

/**
 * The answer to a write: the record as it is now, and where it is when it is new.
 * @param issued the secrets of a new record
 */
export function writeResponse(
  resource: Resource,
  record: StoredRecord,
  created: boolean,
  issued: Readonly<Record<string, string>> = {},
): HttpResponse {
  const view = resource.views[0]!;
  const headers: Record<string, string> = {
    etag: recordTag(record.revision),
    "last-modified": lastModified(record.updated_at),
  };
  if (created) headers.location = pathOf(resource, record);
  const shape = fullProjection(view);
  const read = readStored(shape, record);
  const answer = itemResponse(shape, read, headers, created ? 201 : 200);
  if (!created || Object.keys(issued).length === 0) return answer;
  return { ...answer, body: JSON.stringify({ ...represent(shape, read), ...issued }), kept: answer };
}
