/** Groups and their pieces in words. */
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { measureText } from "../../../components/summary/summary-text.ts";
import { listText } from "../../../locale.ts";
import { countText, unitText } from "../../../units.ts";
import { amountText } from "./amounts.ts";
import type { Category } from "./categories.ts";
import type { Drawn, Row } from "./drawn.ts";
import type { Shape } from "./shape.ts";

/** Writes a number of records: `10 missions`. */
export function recordsText({ noun, heading }: View, count: number): string {
  return `${countText(count)} ${count === 1 ? noun : midSentence(heading)}`;
}

/** Writes what the picture is as high as, within a sentence; undefined for the number of records. */
export function measureName({ measure }: Shape, view: View): string | undefined {
  return measure && midSentence(measureText(view, `${measure.of}:${measure.field.name}`));
}

/** Writes an amount with what it is: `10 missions`, `sum of crew size 33`, `average duration 3.5 days`. */
export function amountWords(shape: Shape, view: View, amount: number | undefined): string {
  const { measure } = shape;
  if (!measure) return recordsText(view, amount ?? 0);
  const unit = measure.field.unit ? unitText(measure.field.unit, amount) : undefined;
  return [measureName(shape, view), ...(amount === undefined ? [] : [amountText(shape, amount), unit])]
    .filter(Boolean)
    .join(" ");
}

/** Says a group with all its pieces, or one of them. */
export function sayGroup({ shape, categories }: Drawn, view: View, row: Row, category?: Category): string {
  if (category)
    return `${row.name}, ${category.name}: ${amountWords(shape, view, row.pieces.get(category.key)?.amount)}`;
  const pieces = categories.flatMap(({ key, name, isAll }) => {
    const amount = row.pieces.get(key)?.amount;
    return isAll || amount === undefined ? [] : [`${name} ${amountText(shape, amount)}`];
  });
  return `${row.name}: ${[amountWords(shape, view, row.amount), ...pieces].join(", ")}`;
}

/** Counts what is not drawn: `15 in later periods and 1 without a date are not drawn`; undefined if everything is. */
export function notDrawnText({ later, undated }: Pick<Drawn, "later" | "undated">): string | undefined {
  const parts = [
    ...(later > 0 ? [`${countText(later)} in later periods`] : []),
    ...(undated ? [`${countText(undated.count)} without a date`] : []),
  ];
  if (parts.length === 0) return undefined;
  return `${listText(parts)} ${later + (undated?.count ?? 0) === 1 ? "is" : "are"} not drawn`;
}
