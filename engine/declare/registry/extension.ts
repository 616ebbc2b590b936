/** What a registry adds to resources that are declared elsewhere. */
import type { Declaration, Links, RuleContext } from "../declaration.ts";
import type { Marked } from "../field.ts";
import type { Page } from "../pages/page.ts";
import type { Picture } from "../pages/pictures.ts";
import type { Fields, RecordOf } from "../record-types.ts";
import { alreadyDeclared } from "./contradictions.ts";

/** A record with the fields that the extension adds, whose types a rule does not know. */
// biome-ignore lint/suspicious/noExplicitAny: as said above
type WithAdded<F extends Fields> = RecordOf<F> & { readonly [added: string]: any };

/** The rules of one field. */
type FieldRules<F extends Fields> = Readonly<
  Record<
    string,
    (
      record: WithAdded<F>,
      context: Omit<RuleContext<F>, "before"> & { readonly before: WithAdded<F> | null },
    ) => boolean
  >
>;

/** What is added to a resource with the fields `F`. */
export interface Extension<F extends Fields = Fields> {
  /** More fields. They are stored in the table of the resource; a migration adds their columns. */
  readonly fields?: Fields;
  /** More rules, of its own fields or of added ones: field → sentence → whether it holds. */
  readonly rules?: Readonly<Record<string, FieldRules<F>>>;
  /** More pictures. */
  readonly pictures?: readonly Picture[];
  /** Fields that lists show as well, in addition to those that are `listed()`. */
  readonly columns?: readonly string[];
  /** How pages show its records, in place of what the resource says of the same. */
  readonly page?: Page;
  /** More links. */
  readonly links?: Links;
}

type FieldsOf<All extends Declaration, Name> = Extract<All, { readonly name: Name }>["fields"];

/** Extensions by the names of the resources `All`. */
export type Extensions<All extends Declaration> = {
  readonly [Name in All["name"]]?: Extension<FieldsOf<All, Name>>;
};

type AddedFields<X> = X extends { readonly fields: infer F extends Fields } ? F : Record<never, never>;
type Columns<X> = X extends { readonly columns: readonly (infer Name)[] } ? Name : never;

/** A declaration `D` with what the extensions `X` add to it. */
export type Extended<D, X> = D extends { readonly name: infer Name extends keyof X; readonly fields: infer F }
  ? Omit<D, "fields"> & {
      readonly fields: {
        [K in keyof (F & AddedFields<X[Name]>)]: (F & AddedFields<X[Name]>)[K] &
          (K extends Columns<X[Name]> ? Marked<"listed"> : unknown);
      };
    }
  : D;

/** Adds an extension to a declaration. */
export function extended<D extends Declaration>(declaration: D, extension: Extension): D {
  const { fields = {}, rules = {}, pictures = [], columns = [], page = {}, links = {} } = extension;
  const all: Fields = { ...declaration.fields, ...fields };
  const listed = columns.flatMap((name) => (name in all ? [[name, all[name]!.listed()] as const] : []));
  const ownRules = (declaration.rules ?? {}) as Record<string, object>;
  const ruled = Object.entries(rules).map(([field, more]) => [field, { ...ownRules[field], ...more }] as const);
  return {
    ...declaration,
    fields: { ...all, ...Object.fromEntries(listed) },
    rules: { ...ownRules, ...Object.fromEntries(ruled) },
    pictures: [...(declaration.pictures ?? []), ...pictures],
    page: pageWith({ ...declaration.page, ...page }, columns),
    links: { ...declaration.links, ...links },
  };
}

/** A page with more columns, if it says which it has. */
function pageWith(page: Page, columns: readonly string[]): Page {
  return page.columns ? { ...page, columns: [...new Set([...page.columns, ...columns])] } : page;
}

/** One sentence for each contradiction between an extension and the declaration; empty if it can be added. */
export function extensionFaults({ name, fields, rules, links }: Declaration, extension: Extension): string[] {
  const { fields: added = {}, columns = [] } = extension;
  const known = [...Object.keys(fields), ...Object.keys(added)];
  const repeated = [
    ...shared(fields, added).map((field) => `${name}.${field}`),
    ...Object.entries(extension.rules ?? {}).flatMap(([field, more]) =>
      shared(rules?.[field], more).map((sentence) => `${name}.${field}: the rule "${sentence}"`),
    ),
    ...shared(links, extension.links).map((link) => `${name}: the link ${link}`),
  ];
  return [
    ...repeated.map(alreadyDeclared),
    ...columns
      .filter((column) => !known.includes(column))
      .map((column) => `${name}.${column} is a column, but not a field.`),
  ];
}

/** The names that both have. */
function shared(one: object = {}, other: object = {}): string[] {
  return Object.keys(other).filter((name) => Object.hasOwn(one, name));
}

/** The options of an extension. */
export const EXTENSION_OPTIONS: readonly string[] = ["fields", "rules", "pictures", "columns", "page", "links"];
