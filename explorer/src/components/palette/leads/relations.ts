/** Lists below a record, and lists that refer to it: `moons of Jupiter`, `Jupiter moons`. */
import { filterOf } from "../../../../../kit/description/list-fields.ts";
import type { Description, View } from "../../../../../kit/description/model.ts";
import type { Data } from "../../../requests/data.ts";
import { wordsIn } from "../matches.ts";
import { counted, type Lead, leadTo } from "./lead.ts";
import { namesOf, wordsBeside, writtenWords } from "./phrases.ts";
import { filtersText } from "./values.ts";

/** A list that a query names, beside the name of a record that leads to it. */
export interface Related {
  readonly view: View;
  /** The name of the record, as it is typed. */
  readonly name: string;
  /** The kind of the record: `planet`. */
  readonly kind: string;
  /** The filter that chooses what refers to the record; undefined for a list below it. */
  readonly parameter?: string;
}

/** The most requests for names of records. */
const MOST_NAMES = 2;
/** The most records of a name whose lists are counted. */
const MOST_RECORDS = 3;
/** The most lists that are counted. */
const MOST_LEADS = 8;

/** Returns the lists that a query names besides a record. @param kinds those that are searched by name */
export function relatedIn(query: string, description: Description, kinds: readonly string[]): Related[] {
  const typed = writtenWords(query);
  const found = description.views.flatMap((view): Related[] => {
    const name = view.isSystem ? undefined : wordsBeside(typed, namesOf(view))?.join(" ");
    return name ? [...belowRecord(view, name, description), ...referring(view, name, description)] : [];
  });
  const readable = found.filter(({ kind }) => kinds.includes(kind));
  // A list has several names, and several paths that lead to the same.
  const distinct = Map.groupBy(readable, ({ view, name, kind, parameter }) =>
    [view.aliasOf ?? view.path, name, kind, parameter].join(" "),
  );
  const all = [...distinct.values()].map(([first]) => first!);
  return all.filter((each) => !all.some((other) => isSame(each, other)));
}

/** Returns the searches for the records: for each name, what is requested. */
export function searchesOf(related: readonly Related[]): { readonly name: string; readonly path: string }[] {
  const byName = [...Map.groupBy(related, ({ name }) => name)].slice(0, MOST_NAMES);
  return byName.map(([name, each]) => {
    const kinds = [...new Set(each.map(({ kind }) => kind))].join(",");
    return { name, path: `/api/search?q=${encodeURIComponent(name)}&kind=${kinds}&limit=10` };
  });
}

/** Returns the lists of the records that were found by a name: of those that are called exactly so, if there are any. */
export function relatedLeads(related: readonly Related[], name: string, answer: Data, { at }: Description): Lead[] {
  const results: readonly Data[] = answer.results ?? [];
  const plain = wordsIn(name).join(" ");
  const exact = results.filter((each) => [each.name, each.id].some((text) => wordsIn(text).join(" ") === plain));
  const records = exact.length > 0 ? exact : results.slice(0, MOST_RECORDS);
  const similar = answer.approximate === true ? { hint: `similar to “${name}”`, isSimilar: true } : {};
  const leads = records.flatMap((record) =>
    related
      .filter((each) => each.name === name && each.kind === record.kind)
      .flatMap(({ view, parameter }): Lead[] => {
        if (parameter !== undefined) {
          const filters = { [parameter]: String(record.id) };
          const label = `${view.heading}: ${filtersText(view, filters, () => record.name)}`;
          return [leadTo(view, filters, { label: counted(label, view), ...similar })];
        }
        const path = `${record._links.self}/${view.path.split("/").at(-1)}`;
        const label = counted(`${view.heading} of ${record.name}`, view);
        return at(path) ? [{ view, path, search: "", label, ...similar }] : [];
      }),
  );
  return leads.slice(0, MOST_LEADS);
}

/** A list below a record, as a way to it. */
function belowRecord(view: View, name: string, { home }: Description): Related[] {
  const parent = view.parent === undefined ? undefined : home(view.parent);
  return parent ? [{ view, name, kind: parent.one }] : [];
}

/** A list with references to a record, as a way to those with them. */
function referring(view: View, name: string, { list }: Description): Related[] {
  if (view.parent !== undefined) return [];
  return view.fields.flatMap(({ name: field, reference }) => {
    const parameter = filterOf(view, field, "equals")?.parameter;
    const kinds = new Set((reference?.to ?? []).flatMap((path) => list(path)?.one ?? []));
    return parameter === undefined ? [] : [...kinds].map((kind) => ({ view, name, kind, parameter }));
  });
}

/** Whether a reference leads to what is also listed below the record: the list below it comes first. */
function isSame(one: Related, other: Related): boolean {
  const isBelow = other.parameter === undefined && other.view.kind !== "reverse" && other.view.kind !== "membership";
  return (
    one.parameter !== undefined &&
    isBelow &&
    other.kind === one.kind &&
    other.name === one.name &&
    other.view.resource === one.view.resource
  );
}
