/** The sources that a record cites: read off the array of its citations, whichever field that is. */
import { createContext, useContext } from "react";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { citingField } from "../../../fields/record/layout.ts";
import type { Data } from "../../../requests/data.ts";

/** A source that a record cites, once or several times. */
export interface CitedSource {
  /** Its number on the page, from 1. */
  readonly number: number;
  readonly id: string;
  /** The names of the fields that it states; none if it states the whole record. */
  readonly fields: readonly string[];
  /** The places in the source, and what else a citation says. */
  readonly places: readonly string[];
}

/** The field of a record that has its citations, and what it says. */
export interface Citations {
  readonly field: Field;
  /** The member of a citation that refers to the source. */
  readonly source: Field;
  readonly cited: readonly CitedSource[];
}

/** The citations of the record of the page, for the marks at its values. */
export const CitationsContext = createContext<Citations | undefined>(undefined);

/** Returns the numbers of the sources that state a field. */
export function useSourcesOf(name: string): readonly number[] {
  const citations = useContext(CitationsContext);
  return citations?.cited.filter(({ fields }) => fields.includes(name)).map(({ number }) => number) ?? [];
}

/** Returns the sources of a record, each once, in the order in which they are cited. */
export function citationsOf(view: View, record: Data): Citations | undefined {
  const field = citingField(view);
  const key = field?.schema["x-element-key"];
  const source = field?.fields.find(({ name }) => name === key?.members[0]);
  const values: readonly Data[] = (field && record[field.name]) ?? [];
  if (!field || !source || values.length === 0) return undefined;
  const own = [source.name, key!.fieldsIn!];
  const cited = [...Map.groupBy(values, (value) => String(value[source.name]))].map(([id, all], index) => {
    const fields = all.flatMap((each) => each[key!.fieldsIn!] ?? []);
    const texts = all.flatMap((each) => field.fields.flatMap(({ name }) => (own.includes(name) ? [] : [each[name]])));
    const places = texts.filter((text): text is string => typeof text === "string");
    return { number: index + 1, id, fields: [...new Set<string>(fields)], places: [...new Set(places)] };
  });
  return { field, source, cited };
}
