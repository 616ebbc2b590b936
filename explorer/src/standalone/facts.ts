/** The facts that a record leads with, as a strip of words. */
import type { Field, View } from "../../../kit/description/model.ts";
import type { LeadFact } from "../../../kit/description/pages/declared.ts";
import { midSentence, words } from "../../../kit/description/words.ts";
import { secondsOf } from "../../../kit/values/duration.ts";
import { factsOf, inLargerUnit, periodText } from "../fields/record/facts.ts";
import { unitOf } from "../fields/show/unit-of.ts";
import { shorten, textWidth } from "../pictures/layout/text-width.ts";
import type { ColorOf } from "../pictures/parts/colors.ts";
import { px, type SvgAttributes, svg } from "../pictures/svg/node.ts";
import type { Data } from "../requests/data.ts";
import { countText, dateText, durationText, plainNumber, unitText } from "../units.ts";
import type { Block } from "./blocks.ts";

/** The sizes of the words of a strip, and the distances of facts and of their lines. */
const SIZES = {
  small: { label: 13, value: 18, gap: 32, line: 58 },
  large: { label: 18, value: 30, gap: 56, line: 92 },
};
/** The words of the frame are wider than those of pictures. */
const WIDE = 1.12;

/** Draws the facts of a record, one after the other; nothing if it leads with none. */
export function factStrip(
  view: View,
  record: Data,
  { width, size, colorOf }: { readonly width: number; readonly size: keyof typeof SIZES; readonly colorOf: ColorOf },
): Block {
  const { label: small, value: large, gap, line } = SIZES[size];
  let [x, top] = [0, 0];
  const nodes = factsOf(view, record).flatMap((fact) => {
    const [label, value] = sayFact(view, record, fact) ?? [];
    if (label === undefined || value === undefined) return [];
    const shown = shorten(value, width / WIDE, large);
    const own = WIDE * Math.max(textWidth(label, small), textWidth(shown, large));
    if (x > 0 && x + own > width) [x, top] = [0, top + line];
    const at = x;
    x += own + gap;
    const text = (y: number, fontSize: number, token: string): SvgAttributes => ({
      ...{ x: px(at), y: top + y, "font-size": fontSize, fill: colorOf(token) },
    });
    return [
      svg("text", text(small, small, "ink-3"), label),
      svg("text", text(small + large * 1.3, large, "ink"), shown),
    ];
  });
  return { height: nodes.length > 0 ? top + line : 0, nodes };
}

/** Writes a fact: what it is called, and its value. */
function sayFact(view: View, record: Data, fact: LeadFact): readonly [label: string, value: string] | undefined {
  const named = (name: string | undefined) => view.fields.find((field) => field.name === name);
  const field = named(fact.field);
  if (!field) return undefined;
  const value = record[field.name];
  const until = fact.until === undefined ? undefined : (record[fact.until] ?? undefined);
  const label =
    fact.label !== undefined && (fact.until === undefined || until !== undefined) ? fact.label : field.label;
  if (until !== undefined) return [label, periodText(value, until, field.precision && record[field.precision])];
  const whole = named(fact.of);
  const of = whole && record[whole.name];
  const unit = unitOf(field, record, view) ?? field.schema["x-unit"];
  const larger = fact.compare === undefined ? inLargerUnit(value, unit) : undefined;
  const said = larger ? quantityText(larger.value, larger.unit) : sayValue(field, record, unit);
  return [label, of == null || of === value ? said : `${said} of ${countText(of)} ${midSentence(whole!.label)}`];
}

/** Writes a value. */
function sayValue(field: Field, record: Data, unit: string | undefined): string {
  const { name, kind, relation = name } = field;
  const value = record[name];
  if (typeof value === "number") return quantityText(value, unit);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.every((each) => typeof each === "string") ? value.join(", ") : `${value.length}`;
  if (kind === "date") return dateText(value, field.precision && (record[field.precision] ?? undefined));
  if (kind === "instant") return dateText(value);
  if (kind === "duration") return durationText(secondsOf(value) ?? 0, "short");
  if (kind === "reference") return titleIn(record._embedded?.[relation], value);
  return kind === "enum" || kind === "lifecycle" ? words(value) : String(value);
}

/** Returns the name of a record that an answer embeds. */
function titleIn(embedded: Data | undefined, id: string): string {
  return String(embedded?.name ?? embedded?.title ?? id);
}

function quantityText(value: number, unit: string | undefined): string {
  return `${plainNumber(value)}${unit === undefined ? "" : ` ${unitText(unit, value)}`}`.replace(/ °$/, "°").trim();
}
