/** Summaries as people read them. */
import { isTemporal } from "../../../../kit/description/kinds.ts";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { midSentence, withArticle } from "../../../../kit/description/words.ts";
import { type Grouping, groupingsIn, measuresIn } from "../../address/groups.ts";
import { listText } from "../../locale.ts";
import { clockText, dateText } from "../../units.ts";
import { ownDate } from "./usual-groupings.ts";

const MEASURES: Readonly<Record<string, string>> = { min: "least", max: "greatest", sum: "sum of", avg: "average" };
/** Of dates and instants. */
const MOMENTS: Readonly<Record<string, string>> = { min: "first", max: "last" };

/** Writes a grouping: `Launch date by year`. */
export function groupingText(view: View, name: string): string {
  const [field = "", period] = name.split(":");
  const { label } = fieldNamed(view, field);
  return period === undefined ? label : `${label} by ${period}`;
}

/** Writes a measure: `Average crew size`. */
export function measureText(view: View, name: string): string {
  const [of = "", field = ""] = name.split(":");
  const measured = fieldNamed(view, field);
  const { label } = measured;
  const word = (isTemporal(measured) ? MOMENTS[of] : undefined) ?? MEASURES[of] ?? of;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** Writes a period, given by its first moment: `1969`, `1960s`, `July 1969`. */
export function periodText(value: string, period: string): string {
  if (period === "hour" || period === "minute") return `${dateText(value)}, ${clockText(value)}`;
  return dateText(value, period);
}

/** Writes the label of a field within a sentence, without the noun of the list that it may begin with. */
export function shortLabel({ noun }: Pick<View, "noun">, label: string): string {
  const text = midSentence(label);
  return text.startsWith(`${noun} `) ? text.slice(noun.length + 1) : text;
}

/** Writes the title of a summary: `Missions a year, by type`; `Missions by destination: average crew size`. */
export function summaryTitle(view: View, search: string): string {
  const by = ({ field, period }: Grouping) => {
    const label = shortLabel(view, fieldNamed(view, field).label);
    return period === undefined ? label : `${period} of ${label}`;
  };
  const groupings = groupingsIn(search);
  const [first, ...rest] = groupings;
  const isOwn = first?.period !== undefined && first.field === ownDate(view);
  const others = isOwn ? rest : groupings;
  const words = [
    view.heading,
    ...(isOwn ? [` ${withArticle(first.period)}${rest.length > 0 ? "," : ""}`] : []),
    ...(others.length > 0 ? [` by ${listText(others.map(by))}`] : []),
  ];
  const measures = measuresIn(search).map(({ of, field }) => midSentence(measureText(view, `${of}:${field}`)));
  return [words.join(""), ...(measures.length > 0 ? [listText(measures)] : [])].join(": ");
}
