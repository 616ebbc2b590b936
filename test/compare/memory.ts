/**
 * What later steps use of the responses of a side: entity tags, links, records and secrets. Ids and tags may differ
 * between the sides, but not their order, so a step refers to them by number.
 */

import type { ExchangeResponse, Part } from "../support/documents/openapi-conformance.ts";
import type { PlainRequest } from "../support/fuzz/random-requests.ts";

/** The number of entries of each kind; the oldest are dropped. */
const MAX_ENTRIES = 400;
/** The number of links remembered from one response. */
const MAX_LINKS = 25;

export interface Validators {
  readonly etag: string | undefined;
  readonly modified: string | undefined;
}

/** A record as it was read. */
export interface RecordRead {
  readonly path: string;
  readonly body: Part;
}

const LINK = /"(\/(?:api|problems|docs)[^"\\]*)"/g;

export class Memory {
  /** The links of the latest response. */
  latestLinks: readonly string[] = [];
  private readonly links: string[] = [];
  private readonly records: RecordRead[] = [];
  private readonly secrets: string[] = [];
  private readonly requests: PlainRequest[] = [];
  private readonly validators = new Map<string, Validators>();

  add(sent: PlainRequest, { status, headers, text, body }: ExchangeResponse): void {
    push(this.requests, sent);
    const location = headers.get("location");
    if (location) push(this.links, location);
    this.latestLinks = status === 200 ? Array.from(text.matchAll(LINK), ([, link]) => link!) : [];
    if (status >= 300) return;
    for (const link of this.latestLinks.slice(0, MAX_LINKS)) push(this.links, link);
    const path = sent.path.split("?")[0]!;
    const [etag, modified] = [headers.get("etag") ?? undefined, headers.get("last-modified") ?? undefined];
    if (etag !== undefined) {
      this.validators.set(sent.path, { etag, modified });
      this.validators.set(path, { etag, modified });
    }
    const record = body as Part;
    if (record?._links?.self === path) push(this.records, { path, body: record });
    if (typeof record?.secret === "string" && record.secret.startsWith("smk_")) push(this.secrets, record.secret);
  }

  link(at: number): string {
    return this.links[at % this.links.length] ?? "/api";
  }

  record(at: number): RecordRead {
    return this.records[at % this.records.length] ?? { path: "/api/missions/a", body: {} };
  }

  /** An earlier request; undefined before the first. */
  request(at: number): PlainRequest | undefined {
    return this.requests[at % this.requests.length];
  }

  /** A secret of an API key, which may have been revoked; undefined before the first. */
  secret(at: number): string | undefined {
    return this.secrets[at % this.secrets.length];
  }

  /** The latest validators of a path, with its query or without. */
  validatorsOf(path: string): Validators {
    const none = { etag: undefined, modified: undefined };
    return this.validators.get(path) ?? this.validators.get(path.split("?")[0]!) ?? none;
  }
}

function push<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > MAX_ENTRIES) list.shift();
}
