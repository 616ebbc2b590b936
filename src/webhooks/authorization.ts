/**
 * What a webhook may get: what everyone may read who had a hand in it. Whoever changes another's webhook, and with it
 * perhaps the place that it sends to, neither gains what the other may read nor gives away their own.
 */
import { API_KEYS } from "../access/api-keys.ts";
import { type Caller, granted } from "../access/caller.ts";
import type { Author } from "../declare/field-spec.ts";
import type { Json, Values } from "../declare/values.ts";
import type { ReadScopes } from "../query/visibility.ts";

/** Somebody who wrote a webhook, and what they could do then. */
interface Hand {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Those who wrote a webhook, after `author` has: each once, as they were last. */
export function withHand(before: Json, { name, scopes }: Author): Json {
  const others = ((before ?? []) as unknown as Hand[]).filter((each) => each.name !== name);
  return [...others, { name, scopes: [...scopes] }] as unknown as Json;
}

/** What is asked of the registry: the record of this id. */
export type Find = (resource: string, id: string) => Promise<Values | null | undefined>;

/** What a caller may read of all that events are about. */
export type Holding = (caller: Caller) => ReadScopes;

/** A webhook's claim to events. */
export interface Authorization {
  readonly held: ReadScopes;
  /** Those of the hands whose credential no longer stands. */
  readonly fallen: readonly string[];
}

/** @param now milliseconds since 1970 */
export async function authorizationOf(
  webhook: Values,
  find: Find,
  holding: Holding,
  now: number,
): Promise<Authorization> {
  const standing: ReadScopes[] = [];
  const fallen: string[] = [];
  for (const hand of (webhook.hands ?? []) as unknown as Hand[]) {
    const scopes = await scopesOf(hand, find, now);
    if (scopes) standing.push(holding({ name: hand.name, scopes: granted(scopes) }));
    else fallen.push(hand.name);
  }
  // Where nobody stands for it, it may get nothing.
  return { held: standing.length > 0 ? standing.reduce(both) : [], fallen };
}

const KEY = "key:";

/** The scopes that somebody has now; undefined where their key was revoked or has expired. Tokens are not to be had again. */
async function scopesOf({ name, scopes }: Hand, find: Find, now: number): Promise<readonly string[] | undefined> {
  if (!name.startsWith(KEY)) return scopes;
  const key = await find(API_KEYS, name.slice(KEY.length));
  if (!key || (key.expires_at !== null && Date.parse(key.expires_at as string) <= now)) return undefined;
  return key.scopes as string[];
}

function both(one: ReadScopes, other: ReadScopes): ReadScopes {
  if (one === undefined || other === undefined) return one ?? other;
  return one.filter((scope) => other.includes(scope));
}
