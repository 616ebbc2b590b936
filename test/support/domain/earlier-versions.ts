/** Earlier versions of a domain: the same declarations without some of their resources and fields. */
import type { Declaration } from "../../../src/declare/declare.ts";
import type { RegistryReader } from "../../../src/declare/hooks.ts";
import type { Values } from "../../../src/declare/values.ts";
import { templateVariables } from "../../../src/resource/templates.ts";

/** A record to write with both versions, as the later one declares it. */
export interface SeedRecord {
  readonly resource: string;
  readonly of?: string;
  readonly id?: string;
  readonly body: Values;
}

type Mutable<D> = D extends unknown ? { -readonly [K in keyof D]: D[K] } : never;

/** The entries whose names pass. */
function pickEntries<T>(
  entries: Readonly<Record<string, T>> | undefined,
  stays: (name: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries ?? {}).filter(([name]) => stays(name)));
}

/** @param without names of resources, and of fields as `resource.field` */
export function earlierVersion(declarations: readonly Declaration[], without: ReadonlySet<string>): Declaration[] {
  const known = new Map<string, Declaration>();
  for (const declaration of declarations) {
    if (without.has(declaration.name)) continue;
    const { name, of } = declaration;
    const stays = (field: string) => !without.has(`${name}.${field}`);
    const before: Mutable<Declaration> = {
      ...declaration,
      fields: pickEntries(declaration.fields, stays),
      rules: pickEntries(declaration.rules, stays),
      computeDefault: pickEntries(declaration.computeDefault, stays),
      links: Object.fromEntries(
        Object.entries(declaration.links ?? {}).filter(([, template]) => templateVariables(template).every(stays)),
      ),
    };
    if (of) before.of = known.get(of.name)!;
    const { derive } = declaration;
    if (derive)
      before.derive = async (record: Values, registry: RegistryReader) =>
        pickEntries((await derive(record, registry)) as Values, stays);
    if (before.kind === "membership") {
      const [owner, member] = [known.get(before.of.name)!, known.get(before.member.name)!];
      before.member = member;
      before.shows = before.shows.filter((field) => field in member.fields);
      before.copies = {
        owner: (before.copies?.owner ?? []).filter((field) => field in owner.fields),
        member: (before.copies?.member ?? []).filter((field) => field in member.fields),
      };
      if (before.unpaged)
        before.unpaged = Object.fromEntries(
          Object.entries(before.unpaged).filter(([, field]) => field in owner.fields),
        );
      before.reverse = {
        ...before.reverse,
        shows: before.reverse.shows.filter((field) => field in owner.fields),
        showsOwn: before.reverse.showsOwn.filter(stays),
      };
    }
    known.set(name, before);
  }
  return [...known.values()];
}

/** The resources and fields that can be removed from a domain: optional fields, and resources without dependents. */
export function removableParts(declarations: readonly Declaration[]): string[] {
  const referred = declarations.flatMap(({ fields }) =>
    Object.values(fields).flatMap(
      (field) => (field as { spec: { reference?: { to: string[] }; count?: string } }).spec,
    ),
  );
  const needed = new Set([
    ...referred.flatMap(({ reference, count }) => [...(reference?.to ?? []), count]),
    ...declarations.flatMap((each) => [each.of?.name, each.kind === "membership" ? each.member.name : undefined]),
  ]);
  return declarations.flatMap(({ name, fields }) => [
    ...(needed.has(name) ? [] : [name]),
    ...Object.entries(fields)
      .filter(([, field]) => (field as { spec: { presence: string } }).spec.presence !== "required")
      .map(([field]) => `${name}.${field}`),
  ]);
}

/** A record as a version without some fields declares it; undefined if its resource is removed. */
export function withoutFields(
  without: ReadonlySet<string>,
  { resource, body, ...place }: SeedRecord,
): SeedRecord | undefined {
  if (without.has(resource)) return undefined;
  return { resource, ...place, body: pickEntries(body, (field) => !without.has(`${resource}.${field}`)) };
}
