/** How pages show the records of a resource, as data: what a record leads with, and the columns and the order of its lists. */

/** A fact at the head of a record's page: a field, and what stands with its value. */
export interface LeadFact {
  readonly field: string;
  /** What it is called there, if not as the field. Of a period, only once both ends are known. */
  readonly label?: string;
  /** The field with the end of the period that `field` begins: `16–24 July 1969`. */
  readonly until?: string;
  /** The field with the number of which this one counts a part. */
  readonly of?: string;
  /** The id of a record of the same list: the value is shown as a multiple of its value too. */
  readonly compare?: string;
  /** Words under the value. */
  readonly note?: string;
}

/** A question that a page of the list answers. */
export interface Question {
  readonly title: string;
  /** What follows the address of the list: `?status=failed`, `/-/timeline#by=status`. */
  readonly at: string;
}

/** How pages show the records of a resource. Without it, they choose by the kinds of fields. */
export interface Page {
  /** Three to seven facts, the one that people come for first. A name alone is a field. */
  readonly lead?: readonly (string | LeadFact)[];
  /** The columns of lists, in order of worth: fields, or fields of the one record to which a relation leads (`planet.name`). */
  readonly columns?: readonly string[];
  /** The lists and one-to-ones below a record, by the names of their links; others follow. */
  readonly sections?: readonly string[];
  /**
   * The order of lists whose address names none: `mean_radius_km:desc`. Below a record, a text with `usual()` values is
   * ordered by their places.
   */
  readonly order?: string;
  /** What a first visitor may ask: the home page offers the first six of all lists, and so does a search in vain. */
  readonly questions?: readonly Question[];
  /** The id of a record of the data that all know: the reference leads to it, and what belongs to it. */
  readonly example?: string;
}

/** The names of the options. */
const OPTIONS = ["lead", "columns", "sections", "order", "questions", "example"];
const LEAD_OPTIONS = ["field", "label", "until", "of", "compare", "note"];
const QUESTION_OPTIONS = ["title", "at"];
const PAGE_OF_LIST = /^(?:\/-\/[a-z]|\?[^=#]+=)/;
const ORDER = /^([^:]+)(?::(?:asc|desc))?$/;

/** What a page may name. */
export interface Showable {
  readonly resource: string;
  /** Returns whether records have a field. */
  readonly hasField: (name: string) => boolean;
  /** Returns whether records have a field, or the one record to which a relation of theirs leads. */
  readonly hasColumn: (name: string) => boolean;
  /** Returns whether a link leads to other records. */
  readonly hasRelation: (name: string) => boolean;
}

/** The facts of a page, each as an object. */
export function leadOf({ lead = [] }: Page): readonly LeadFact[] {
  return lead.map((fact) => (typeof fact === "string" ? { field: fact } : fact));
}

/** One sentence for each contradiction of a page; empty if it can be shown. */
export function pageFaults(page: Page, { resource, hasField, hasColumn, hasRelation }: Showable): string[] {
  const { columns = [], sections = [], order, questions = [] } = page;
  const named = leadOf(page).flatMap(({ field, until, of }) => [field, until, of]);
  const [, ordered = order] = ORDER.exec(order ?? "") ?? [];
  const missing = (names: readonly (string | undefined)[], has: (name: string) => boolean, what: string) =>
    names
      .filter((name) => name !== undefined && !has(name))
      .map((name) => `${resource}: the page ${what} ${name}, which its records do not have.`);
  return [
    ...unknown(resource, "a page", page, OPTIONS),
    ...leadOf(page).flatMap((fact) => unknown(resource, "a fact of a page", fact, LEAD_OPTIONS)),
    ...missing(named, hasField, "leads with"),
    ...missing(columns, hasColumn, "has the column"),
    ...missing(sections, hasRelation, "has the section"),
    ...missing([ordered], hasField, "orders by"),
    ...questions.flatMap((question) => unknown(resource, "a question of a page", question, QUESTION_OPTIONS)),
    ...questions
      .filter(({ title, at }) => !title?.trim() || !PAGE_OF_LIST.test(at))
      .map(({ at }) => `${resource}: the question at ${at} has no title, or does not begin with /-/ or a query.`),
  ];
}

function unknown(resource: string, what: string, given: object, allowed: readonly string[]): string[] {
  return Object.keys(given)
    .filter((option) => !allowed.includes(option))
    .map((option) => `${resource}: ${what} has no ${option}. Allowed: ${allowed.join(", ")}.`);
}
