/** A response as a value: it can be compressed, cached, stored and replayed before it is sent. */
import type { ServerResponse } from "node:http";
import type { Values } from "../../declare/values.ts";
import {
  fullProjection,
  jsonText,
  linkPath,
  type Projection,
  readStored,
  represent,
} from "../../resource/representation.ts";
import type { Resource } from "../../resource/resource.ts";
import { recordPath } from "../../resource/templates.ts";
import type { StoredRecord } from "../../store/tables.ts";
import { JSON_TYPE } from "../request/negotiation.ts";
import type { ReturnPreference } from "../request/prefer.ts";
import type { Coding } from "./content-coding.ts";
import { httpDate, recordTag } from "./etag.ts";

/** A body in chunks. If making one fails, the connection is aborted, so that the body never looks complete. */
export type Chunks = Iterable<string> | AsyncIterable<string>;

/** What is sent in response to a request, except for the headers that all responses have. */
export interface HttpResponse {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if there is no body; a buffer if it is cached. The body of a 304 is not sent, but its length selects the tag. */
  readonly body: string | Buffer;
  /** Compresses the body, if it is not compressed for each request. */
  readonly compress?: (coding: Exclude<Coding, "identity">) => Promise<Buffer>;
  /** Whether the body is sent in no content coding, because its format is compressed already. */
  readonly uncoded?: boolean;
  /** The body in chunks, in place of `body`. They are made as the client reads, and only once. */
  readonly chunks?: Chunks;
  /** The response to store under an `Idempotency-Key`, if it differs: secrets are never replayed. */
  readonly stored?: HttpResponse;
  /** Takes over the connection once the headers are sent, in place of a body. */
  readonly stream?: (response: ServerResponse) => void;
}

/** A response of JSON text. Adds the content type to `headers`. */
export function jsonResponse(body: string | Buffer, headers: Record<string, string> = {}, status = 200): HttpResponse {
  headers["content-type"] = JSON_TYPE;
  return { status, headers, body };
}

/** A response of JSON text in chunks. Adds the content type to `headers`. */
export function chunkedResponse(chunks: Chunks, headers: Record<string, string>, status: number): HttpResponse {
  return { ...jsonResponse("", headers, status), chunks };
}

/** The response with its chunks as one body. */
export async function withoutChunks(response: HttpResponse): Promise<HttpResponse> {
  const { chunks, ...rest } = response;
  return chunks ? { ...rest, body: (await Array.fromAsync(chunks)).join("") } : response;
}

/** A response without a body. */
export function emptyResponse(status: number, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, body: "" };
}

/**
 * A 304.
 * @param ok the headers of the 200 that it replaces
 * @param body the body of that 200, if the length has to select the entity tag
 */
export function notModified(ok: HttpResponse["headers"], body: HttpResponse["body"] = ""): HttpResponse {
  const { link: _, ...headers } = ok;
  return { status: 304, headers, body };
}

/** The `Cache-Control` of what only one caller may see: no cache may store it. */
export const PRIVATE = "private, no-store";

/** A response with the representation of one record. Adds to `headers`. */
export function itemResponse(
  projection: Projection,
  values: Values,
  headers: Record<string, string>,
  status = 200,
): HttpResponse {
  headers["content-location"] = linkPath(projection, "self", values)!;
  return jsonResponse(jsonText(projection, values), headers, status);
}

interface RecordOptions {
  /** Whether the record is new: 201 with `Location`. */
  readonly created?: boolean;
  /** The secrets of a new record, by field. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** When it was modified, as a timestamp; by default when it was updated. */
  readonly modified?: string;
}

const NO_SECRETS = {};

/** The response to a write: the record as it is now. With secrets, it has no validators, nor does its replay without them. */
export function recordResponse(
  resource: Resource,
  record: StoredRecord,
  { created = false, secrets = NO_SECRETS, modified = record.updated_at }: RecordOptions = {},
): HttpResponse {
  const hasSecrets = created && Object.keys(secrets).length > 0;
  const headers: Record<string, string> = hasSecrets
    ? { "cache-control": PRIVATE }
    : { etag: recordTag(record.revision), "last-modified": httpDate(modified) };
  if (created) headers.location = recordPath(resource, record);
  const projection = fullProjection(resource.views[0]!);
  const values = readStored(projection, record);
  const response = itemResponse(projection, values, headers, created ? 201 : 200);
  if (!hasSecrets) return response;
  return { ...response, body: JSON.stringify({ ...represent(projection, values), ...secrets }), stored: response };
}

/** Headers that describe a representation. */
const REPRESENTATION_HEADERS = ["etag", "last-modified", "content-location", "content-type"];

/**
 * Applies the `return` preference to the response of a write: `minimal` removes the representation and its validators. A
 * response with secrets always carries them, because they are shown once.
 */
export function applyReturnPreference(preference: ReturnPreference | undefined, response: HttpResponse): HttpResponse {
  if (preference === undefined || response.status >= 300 || response.stored) return response;
  const headers = { ...response.headers, "preference-applied": `return=${preference}` };
  if (preference === "representation") return { ...response, headers };
  const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => !REPRESENTATION_HEADERS.includes(name)));
  return emptyResponse(response.status === 200 ? 204 : response.status, rest);
}
