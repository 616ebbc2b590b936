/** The `components` of the document. A component is added at its first use, so none is unused. */

/** An object in the document. */
export type JsonObject = { readonly [name: string]: unknown };

/** A reference to a component. */
export type Ref = { readonly $ref: string };

/** The sections of `components` that the document uses. */
export type Section = "schemas" | "responses" | "parameters" | "headers" | "securitySchemes";

/** The reusable parts of one document, by section and name. */
export class Components {
  private readonly sections = new Map<Section, Map<string, JsonObject>>();

  /** Returns a reference to a component, and creates it if it does not exist. */
  refer(section: Section, name: string, make: () => JsonObject): Ref {
    const parts = this.sections.get(section) ?? new Map<string, JsonObject>();
    this.sections.set(section, parts);
    if (!parts.has(name)) {
      // Reserved first: a schema may refer to itself.
      parts.set(name, {});
      parts.set(name, make());
    }
    return { $ref: `#/components/${section}/${name}` };
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
