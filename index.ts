/**
 * Serve a registry of your own: `import { registry, serve } from "space-missions-api"`. docs/extending.md shows how, by task.
 *
 * @example
 * import { collection, fields, registry } from "space-missions-api";
 *
 * const rockets = collection("rockets", {
 *   one: "rocket",
 *   about: "Rockets, and what they carry.",
 *   fields: { name: fields.text().required().listed(), payload_kg: fields.decimal().above(0) },
 * });
 *
 * export default registry({
 *   resources: [rockets],
 *   extend: { missions: { fields: { rocket: fields.reference("rockets").listed() } } },
 * });
 */
import { extendRegistry, type RegistryParts } from "./engine/app/registry/extend.ts";
import type { Declaration } from "./engine/declare/declaration.ts";
import { callerPlace } from "./engine/declare/registry/contradictions.ts";
import type { Extended, Extensions } from "./engine/declare/registry/extension.ts";
import type { Registry } from "./engine/declare/registry/registry.ts";
import { spaceMissions } from "./missions/registry.ts";
import type { domain } from "./missions/resources/index.ts";

export { type Serving, serve } from "./engine/app/serve.ts";
export type { Collection, Declaration, Membership, RuleContext, Single } from "./engine/declare/declaration.ts";
// Types that others are inferred from: a program that exports its declarations needs their names.
export type { CollectionTraits, LinkTraits, MembershipTraits } from "./engine/declare/declare.ts";
export { collection, declareHooks as hooks, membership, single } from "./engine/declare/declare.ts";
export type { Field, KindsByPath, Marked, WithMembers } from "./engine/declare/field.ts";
export * as fields from "./engine/declare/fields.ts";
export type { RegistryReader, RegistryWriter } from "./engine/declare/hooks.ts";
export type * from "./engine/declare/limited-fields.ts";
export * as pictures from "./engine/declare/pages/pictures.ts";
export type { Draft, HookRecord, Patch, RecordOf } from "./engine/declare/record-types.ts";
export type { Extended, Extension } from "./engine/declare/registry/extension.ts";
export type { DataByResource, Examples, Registry } from "./engine/declare/registry/registry.ts";
export type { Json } from "./engine/declare/values.ts";
export type { Fault } from "./engine/problem.ts";
/** The built-in resources: parents and members of others, and what hooks read. */
export * as builtIn from "./missions/resources/index.ts";
/** What makes a collection of another registry cite the built-in sources. */
export { citations, identifiers } from "./missions/resources/sources.ts";

type BuiltIn = (typeof domain)[number];

/** What `registry` takes: everything is optional for a registry that extends the built-in one. */
export interface RegistryOptions<Own extends readonly Declaration[], X>
  extends Omit<RegistryParts, "resources" | "extend"> {
  /** Its own resources, parents before children. */
  readonly resources?: Own;
  /** What it adds to built-in resources, by their names. */
  readonly extend?: X & Extensions<BuiltIn> & { readonly [Name in Exclude<keyof X, BuiltIn["name"]>]: never };
  /** Whether it serves the built-in resources too; true by default. Otherwise it needs a name and a title of its own. */
  readonly builtin?: boolean;
  /** Whether a new database gets the built-in data too; true by default. */
  readonly builtinData?: boolean;
}

/** A registry that knows the types of its resources: `ApiOf<(typeof registry)["resources"]>` is that of its client. */
export interface TypedRegistry<D extends Declaration> extends Registry {
  readonly resources: readonly D[];
}

/**
 * Makes a registry: the built-in resources, and what this one adds.
 * @throws Contradictions with every one that it has, by file and field
 * @example
 * export default registry({ title: "Our missions", resources: [rockets], data: "data" });
 * @example
 * export default registry({ builtin: false, name: "academia", title: "Academia", resources: [universities] });
 */
export function registry<const Own extends readonly Declaration[] = [], X = Record<never, never>>(
  options: RegistryOptions<Own, X> & { readonly builtin: false },
): TypedRegistry<Own[number]>;
export function registry<const Own extends readonly Declaration[] = [], X = Record<never, never>>(
  options?: RegistryOptions<Own, X>,
): TypedRegistry<Extended<BuiltIn, X> | Own[number]>;
export function registry({
  builtin = true,
  builtinData = true,
  ...parts
}: RegistryOptions<readonly Declaration[], unknown> = {}) {
  const base = builtinData ? spaceMissions : { ...spaceMissions, data: [] };
  return extendRegistry(builtin ? base : undefined, parts as RegistryParts, callerPlace());
}
