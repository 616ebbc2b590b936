/**
 * What a webhook may receive: only events that all of its authors may read. So a caller who changes another caller's webhook
 * neither gains access to events that only the other may read, nor reveals events to the other. And who controls it: callers who
 * may read all that its creator may.
 */
import { type Caller, scopeSet } from "../access/caller.ts";
import type { Author, AuthoredWrite } from "../declare/field-spec.ts";
import { type Json, sameJson, type Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import { isVisible, type ReadScopes } from "../query/visibility.ts";

/** Who says where a webhook sends, and which events: the caller's name, and the scopes at that time. */
interface WebhookAuthor {
  readonly name: string;
  readonly scopes: readonly string[];
}

/**
 * The authors of a webhook after a write: each once, with the latest scopes, in the order of their first writes. Who neither
 * decides where it sends nor what does not become one, so that pausing a webhook does not limit what it receives.
 */
export function recordAuthor(before: Json, { name, scopes }: Author, write: AuthoredWrite): Json {
  if (!isDecision(write)) return before;
  const latest = { name, scopes: [...scopes] };
  const authors = authorsOf(before).map((each) => (each.name === name ? latest : each));
  return (authors.includes(latest) ? authors : [...authors, latest]) as unknown as Json;
}

/** Whether a write creates a webhook, changes its URL or its events, or confirms its URL. */
function isDecision({ before, after }: AuthoredWrite): boolean {
  if (!before) return true;
  return (
    !sameJson(before.url, after.url) || !sameJson(before.event_types, after.event_types) || confirms(before, after)
  );
}

/** Whether a write resumes a webhook that was disabled because the credential of an author, who may have set its URL, was revoked. */
export function confirms(before: Values, after: Values): boolean {
  return after.active === true && before.active === false && before.disabled_because === "revoked";
}

/** The authors of a webhook without some of them. */
export function withoutAuthors(before: Json, names: readonly string[]): Json {
  return authorsOf(before).filter(({ name }) => !names.includes(name)) as unknown as Json;
}

function authorsOf(stored: Json | undefined): readonly WebhookAuthor[] {
  return (stored ?? []) as unknown as WebhookAuthor[];
}

/**
 * Whether a caller may read every event that the creator of a webhook may, or, once the creator's credential was revoked, its
 * first remaining author. Other authors do not count: a caller who writes another caller's webhook would otherwise lower what is
 * required, and take it over.
 * @param webhook the webhook before the change
 */
function controls(caller: Author, { authors, created_by }: Values, readScopesOf: ReadScopesOf): boolean {
  const all = authorsOf(authors);
  const creator = all.find(({ name }) => name === created_by) ?? all[0];
  const readable = readScopesOfAuthor(caller, readScopesOf);
  if (!creator || readable === undefined) return true;
  return readScopesOfAuthor(creator, readScopesOf)?.every((scope) => readable.includes(scope)) ?? false;
}

/** Refuses what belongs to those who control a webhook. @throws Problem `forbidden` */
export function requireControl(caller: Author, webhook: Values, readScopesOf: ReadScopesOf): void {
  if (controls(caller, webhook, readScopesOf)) return;
  const message =
    "Only callers who may read every event that the creator of the webhook may read can change its URL, resume it, or create a secret for it.";
  throw new Problem("forbidden", message, { code: "webhook_not_controlled" });
}

/** The scopes by which an author may read events. */
export function readScopesOfAuthor({ name, scopes }: Author, readScopesOf: ReadScopesOf): ReadScopes {
  return readScopesOf({ name, scopes: scopeSet(scopes) });
}

/** Finds an API key by its id. */
export type FindKey = (id: string) => Promise<Values | null | undefined>;

/** The scopes by which a caller reads events. */
export type ReadScopesOf = (caller: Caller) => ReadScopes;

/** What a webhook may receive at one time. */
export interface Authorization {
  /** The scopes that all authors share. */
  readonly readScopes: ReadScopes;
  /** The names of authors whose credential was revoked or has expired. */
  readonly revoked: readonly string[];
}

/**
 * Computes the authorization of a webhook from the current scopes of its authors.
 * @param now milliseconds since 1970
 */
export async function authorize(
  webhook: Values,
  findKey: FindKey,
  readScopesOf: ReadScopesOf,
  now: number,
): Promise<Authorization> {
  const valid: ReadScopes[] = [];
  const revoked: string[] = [];
  for (const author of authorsOf(webhook.authors)) {
    const scopes = await currentScopes(author, findKey, now);
    if (scopes) valid.push(readScopesOfAuthor({ ...author, scopes }, readScopesOf));
    else revoked.push(author.name);
  }
  return { readScopes: shared(valid), revoked };
}

/**
 * The scopes that a webhook lacks for events that it is to receive.
 * @param needed the scopes of the events that it selects
 */
export function withheldScopes({ authors }: Values, needed: readonly string[], readScopesOf: ReadScopesOf): string[] {
  const readScopes = shared(authorsOf(authors).map((author) => readScopesOfAuthor(author, readScopesOf)));
  return needed.filter((scope) => !isVisible(readScopes, scope)).sort();
}

/** The scopes that all authors share. Without an author a webhook may receive nothing. */
function shared(each: readonly ReadScopes[]): ReadScopes {
  return each.length > 0 ? each.reduce(intersect) : [];
}

const KEY = "key:";

/** The scopes that an author has now; undefined if their key was revoked or has expired. A token cannot be looked up. */
async function currentScopes(
  { name, scopes }: WebhookAuthor,
  findKey: FindKey,
  now: number,
): Promise<readonly string[] | undefined> {
  if (!name.startsWith(KEY)) return scopes;
  const key = await findKey(name.slice(KEY.length));
  if (!key || (key.expires_at !== null && Date.parse(key.expires_at as string) <= now)) return undefined;
  return key.scopes as string[];
}

/** The scopes in both sets; undefined means every scope. */
function intersect(one: ReadScopes, other: ReadScopes): ReadScopes {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((scope) => other.includes(scope));
}
