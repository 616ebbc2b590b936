/** Earlier versions of a domain: the same declarations without some of their resources and fields. */
import type { Declaration } from "../../../engine/declare/declaration.ts";
import type { RegistryReader } from "../../../engine/declare/hooks.ts";
import type { Values } from "../../../engine/declare/values.ts";
import { templateVariables } from "../../../engine/resource/templates.ts";

/** A record to write with both versions, as the later one declares it. */
export interface SeedRecord {
  readonly resource: string;
  readonly parentId?: string;
  readonly id?: string;
  readonly body: Values;
}

type Mutable<D> = D extends unknown ? { -readonly [K in keyof D]: D[K] } : never;

/** The entries with names for which `isKept` returns true. */
function pickEntries<T>(
  entries: Readonly<Record<string, T>> | undefined,
  isKept: (name: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(entries ?? {}).filter(([name]) => isKept(name)));
}

/**
 * Declarations without some resources and fields.
 * @param without names of resources, and of fields as `resource.field`
 */
export function earlierVersion(declarations: readonly Declaration[], without: ReadonlySet<string>): Declaration[] {
  const earlierByName = new Map<string, Declaration>();
  for (const declaration of declarations) {
    if (without.has(declaration.name)) continue;
    const { name, of } = declaration;
    const isKept = (field: string) => !without.has(`${name}.${field}`);
    const earlier: Mutable<Declaration> = {
      ...declaration,
      // A picture needs the fields that it names, and so does a page.
      pictures: [],
      page: {},
      fields: pickEntries(declaration.fields, isKept),
      rules: pickEntries(declaration.rules, isKept),
      computeDefault: pickEntries(declaration.computeDefault, isKept),
      links: Object.fromEntries(
        Object.entries(declaration.links ?? {}).filter(([, template]) => templateVariables(template).every(isKept)),
      ),
    };
    if (of) earlier.of = earlierByName.get(of.name)!;
    const { derive } = declaration;
    if (derive)
      earlier.derive = async (record: Values, registry: RegistryReader) =>
        pickEntries((await derive(record, registry)) as Values, isKept);
    if (earlier.kind === "membership") {
      const [owner, member] = [earlierByName.get(earlier.of.name)!, earlierByName.get(earlier.member.name)!];
      earlier.member = member;
      earlier.shows = earlier.shows.filter((field) => field in member.fields);
      earlier.copies = {
        owner: (earlier.copies?.owner ?? []).filter((field) => field in owner.fields),
        member: (earlier.copies?.member ?? []).filter((field) => field in member.fields),
      };
      if (earlier.unpaged)
        earlier.unpaged = Object.fromEntries(
          Object.entries(earlier.unpaged).filter(([, field]) => field in owner.fields),
        );
      earlier.reverse = {
        ...earlier.reverse,
        shows: earlier.reverse.shows.filter((field) => field in owner.fields),
        showsOwn: earlier.reverse.showsOwn.filter(isKept),
      };
    }
    earlierByName.set(name, earlier);
  }
  return [...earlierByName.values()];
}

/** The resources and fields that can be removed from a domain: optional fields, and resources without dependents. */
export function removableParts(declarations: readonly Declaration[]): string[] {
  const referred = declarations.flatMap(({ fields }) =>
    Object.values(fields).flatMap(
      (field) => (field as { spec: { reference?: { to: string[] }; count?: string } }).spec,
    ),
  );
  const required = new Set([
    ...referred.flatMap(({ reference, count }) => [...(reference?.to ?? []), count]),
    ...declarations.flatMap((each) => [each.of?.name, each.kind === "membership" ? each.member.name : undefined]),
  ]);
  return declarations.flatMap(({ name, fields }) => [
    ...(required.has(name) ? [] : [name]),
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
