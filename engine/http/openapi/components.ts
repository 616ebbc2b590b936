/** The `components` of the document. A component is added at its first use, so none is unused. */

/** An object in the document. */
export type JsonObject = { readonly [name: string]: unknown };

/** A reference to a component. */
export type Ref = { readonly $ref: string };

/** The sections of `components` that the document uses. */
export type Section = "schemas" | "responses" | "parameters" | "headers" | "securitySchemes";

/** The sections of which a component that only one operation uses is written in that operation. */
const INLINED = ["parameters", "responses"] as const;

/** The paths with the components that only one operation uses written there, and the other components. */
export function inlineSingleUses(
  paths: Readonly<Record<string, JsonObject>>,
  components: JsonObject,
): { paths: JsonObject; components: JsonObject } {
  const uses = new Map<string, number>();
  JSON.stringify(paths, (_, value: Partial<Ref> | null) => {
    if (value?.$ref !== undefined) uses.set(value.$ref, (uses.get(value.$ref) ?? 0) + 1);
    return value;
  });
  const single = new Map<string, JsonObject>();
  const shared = INLINED.map((section) => {
    const kept = Object.entries(components[section] as Record<string, JsonObject>).filter(([name, part]) => {
      const pointer = `#/components/${section}/${name}`;
      if (uses.get(pointer) === 1) single.set(pointer, part);
      return !single.has(pointer);
    });
    return [section, Object.fromEntries(kept)];
  });
  const inline = (_: string, value: Partial<Ref> | null) => single.get(value?.$ref ?? "") ?? value;
  return {
    paths: JSON.parse(JSON.stringify(paths, inline)),
    components: { ...components, ...Object.fromEntries(shared) },
  };
}

/** The reusable parts of one document, by section and name. */
export class Components {
  private readonly sections = new Map<Section, Map<string, JsonObject>>();
  private readonly owners = new Map<string, string>();

  /**
   * Returns a reference to a component, and creates it if it does not exist.
   * @param owner what the name is derived from; components of different owners are never the same
   */
  refer(section: Section, name: string, make: () => JsonObject, owner = "the service"): Ref {
    const parts = this.sections.get(section) ?? new Map<string, JsonObject>();
    this.sections.set(section, parts);
    const distinct = this.distinctName(section, name, owner);
    if (!parts.has(distinct)) {
      // Reserved first: a schema may refer to itself.
      parts.set(distinct, {});
      parts.set(distinct, make());
    }
    return { $ref: `#/components/${section}/${distinct}` };
  }

  /**
   * The name for an owner; with a number if another one has it: the list of teams and a record of a collection of team lists
   * would both be `TeamList`.
   */
  distinctName(section: Section | "operations", name: string, owner: string): string {
    for (let number = 1; ; number += 1) {
      const distinct = number === 1 ? name : `${name}${number}`;
      const key = `${section} ${distinct}`;
      if ((this.owners.get(key) ?? owner) !== owner) continue;
      this.owners.set(key, owner);
      return distinct;
    }
  }

  /**
   * Returns a reference to a component that equals `part`, or creates one with the first of `names` that is free.
   * @throws Error if all names are taken by other parts
   */
  share(section: Section, part: JsonObject, ...names: readonly string[]): Ref {
    const parts = this.sections.get(section);
    const text = JSON.stringify(part);
    const name = names.find((each) => !parts?.has(each) || JSON.stringify(parts.get(each)) === text);
    if (name === undefined) throw new Error(`The names ${names.join(", ")} are taken in ${section}.`);
    return this.refer(section, name, () => part, "shared parts");
  }

  /** All components, sorted by name within each section. */
  toJSON(): JsonObject {
    return Object.fromEntries(
      [...this.sections].map(([section, parts]) => [
        section,
        Object.fromEntries([...parts].sort(([one], [other]) => (one < other ? -1 : 1))),
      ]),
    );
  }
}
