/** Words for values: `failed missions`, `active crewed missions`. */
import { filterOf } from "../../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { conditionOf, conditionText } from "../../chips/filter-text.ts";
import { wordsIn } from "../matches.ts";
import { counted, type Lead, leadTo } from "./lead.ts";
import { namesOf, unjoined, wordsBeside, writtenWords } from "./phrases.ts";

/** A filter by one value, and the words for it. */
interface Value {
  readonly parameter: string;
  readonly value: string;
  readonly phrase: string;
}

/** Returns the lists whose values a query names; of one list, if it names that too. */
export function valueLeads(query: string, lists: readonly View[]): Lead[] {
  const typed = writtenWords(query);
  return lists.flatMap((view) => {
    const rest = wordsBeside(typed, namesOf(view)) ?? unjoined(typed);
    const values = valuesIn(rest, valuesOf(view));
    if (!values || values.length === 0) return [];
    const filters = Object.fromEntries(values.map(({ parameter, value }) => [parameter, value]));
    return [leadTo(view, filters, { label: counted(`${view.heading}: ${filtersText(view, filters)}`, view) })];
  });
}

/** Writes filters within a sentence: `status is failed`. @param nameOf the names of records that they refer to */
export function filtersText(
  view: View,
  filters: Readonly<Record<string, string>>,
  nameOf: (field: Field, id: string) => string | undefined = () => undefined,
): string {
  const texts = Object.entries(filters).flatMap(([parameter, value]) => {
    const condition = conditionOf(view, parameter, value);
    if (!condition) return [];
    const { subject, operator, value: written } = conditionText(condition, nameOf);
    return `${midSentence(subject)} ${operator} ${written}`;
  });
  return texts.join(", ");
}

/** Returns the values that words name, one of each field; undefined if other words are left. */
function valuesIn(typed: readonly string[], values: readonly Value[]): Value[] | undefined {
  if (typed.length === 0) return [];
  for (const value of values) {
    const { length } = value.phrase.split(" ");
    if (wordsIn(typed.slice(0, length).join(" ")).join(" ") !== value.phrase) continue;
    const others = values.filter(({ parameter }) => parameter !== value.parameter);
    const rest = valuesIn(unjoined(typed.slice(length)), others);
    if (rest) return [value, ...rest];
  }
  return undefined;
}

/** Returns the values that people have words for: those of enums, states, and what is or is not so. */
function valuesOf(view: View): Value[] {
  const precisions = view.fields.map(({ precision }) => precision);
  return view.fields.flatMap(({ name, label, kind, values }) => {
    const filter = filterOf(view, name, "equals");
    if (!filter || precisions.includes(name)) return [];
    const { parameter } = filter;
    const named = (value: string, name: string) => ({ parameter, value, phrase: unjoined(wordsIn(name)).join(" ") });
    if (kind === "boolean") return [named("true", label.replace(/^has /i, ""))];
    return values.map((value) => named(value, value)).filter(({ phrase }) => phrase !== "");
  });
}
