/**
 * What a webhook may receive: only events that all of its authors may read. So a caller who changes another caller's webhook
 * neither gains access to events that only the other may read, nor reveals events to the other.
 */
import { type Caller, scopeSet } from "../access/caller.ts";
import type { Author } from "../declare/field-spec.ts";
import type { Json, Values } from "../declare/values.ts";
import type { ReadScopes } from "../query/visibility.ts";

/** A caller who wrote a webhook, with the scopes at that time. */
interface WebhookAuthor {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The authors of a webhook after `author` has written it. Each is listed once, with the latest scopes. */
export function recordAuthor(before: Json, { name, scopes }: Author): Json {
  const others = ((before ?? []) as unknown as WebhookAuthor[]).filter((each) => each.name !== name);
  return [...others, { name, scopes: [...scopes] }] as unknown as Json;
}

/** Finds an API key by its id. */
export type FindKey = (id: string) => Promise<Values | null | undefined>;

/** The scopes by which a caller reads. */
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
  for (const author of (webhook.authors ?? []) as unknown as WebhookAuthor[]) {
    const scopes = await currentScopes(author, findKey, now);
    if (scopes) valid.push(readScopesOf({ name: author.name, scopes: scopeSet(scopes) }));
    else revoked.push(author.name);
  }
  // Without a valid author the webhook may receive nothing.
  return { readScopes: valid.length > 0 ? valid.reduce(intersect) : [], revoked };
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
