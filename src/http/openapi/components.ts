/** What the document says once and refers to: it is registered when it is first needed, so that nothing stands there unused. */

/** A part of an OpenAPI document. */
export type Part = { readonly [name: string]: unknown };

/** A reference to a component. */
export type Ref = { readonly $ref: string };

export type Section = "schemas" | "responses" | "parameters" | "headers" | "securitySchemes";

/** The reusable parts of one document, by section and name. */
export class Components {
  private readonly sections = new Map<Section, Map<string, Part>>();

  /** A reference to the component of this name, which is made unless it is there. */
  refer(section: Section, name: string, make: () => Part): Ref {
    const parts = this.sections.get(section) ?? new Map<string, Part>();
    this.sections.set(section, parts);
    if (!parts.has(name)) {
      // Its place is taken first: what is being made may refer to itself.
      parts.set(name, {});
      parts.set(name, make());
    }
    return { $ref: `#/components/${section}/${name}` };
  }

  /** All components, sorted by name within each section. */
  toJSON(): Part {
    return Object.fromEntries(
      [...this.sections].map(([section, parts]) => [
        section,
        Object.fromEntries([...parts].sort(([one], [other]) => (one < other ? -1 : 1))),
      ]),
    );
  }
}
