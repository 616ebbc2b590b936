/** Merge patches (RFC 7396): what changes, and nothing else. */
import { isObject, type Values } from "./json.ts";
import { isSame } from "./same.ts";

/**
 * Returns the merge patch that makes `after` of `before`: the members that differ; removed ones as null. Names that
 * every object inherits, such as `constructor`, are members like others.
 */
export function mergePatch(before: Values, after: Values): Record<string, unknown> {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const changed = Object.entries(after).flatMap(([name, value]): [string, unknown][] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (isSame(old, value)) return [];
    return [[name, isObject(old) && isObject(value) ? mergePatch(old, value) : value]];
  });
  return Object.fromEntries([...removed.map((name) => [name, null]), ...changed]);
}

/** Returns a value after a merge patch. */
export function applied(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const before = isObject(value) ? value : {};
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(patch, name));
  const set = Object.entries(patch)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => [name, applied(Object.hasOwn(before, name) ? before[name] : undefined, part)]);
  return Object.fromEntries([...kept, ...set]);
}

/**
 * Returns whether a merge patch can set this value: null in an object means "remove", so no patch can store it there.
 * In arrays, which a patch replaces as a whole, it can.
 */
export function isPatchable(value: unknown): boolean {
  if (!isObject(value)) return true;
  return Object.values(value).every((part) => part !== null && isPatchable(part));
}
