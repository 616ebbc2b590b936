/** The texts about a sample. */
import { words } from "../../../../kit/description/words.ts";
import { listText } from "../../locale.ts";
import { clockText, countText, dateText, plainNumber, quantity, unitText } from "../../units.ts";
import { namesOf, type Sample, type SeriesParts } from "./samples.ts";

/** Writes a value with its uncertainty and unit as they were recorded: `0.41 ± 0.07 ppb`. */
export function valueText(sample: Sample): string {
  const { y, uncertainty, unit } = sample.recorded ?? sample;
  const error = uncertainty ? ` ± ${plainNumber(uncertainty)}` : "";
  return `${plainNumber(y)}${error} ${unitName(unit)}`.trim();
}

/** The unit of a ratio. */
const UNITY = "1";

/** Writes a unit as a picture has it: UCUM's arbitrary units without their brackets. */
export function unitName(unit: string): string {
  return unit === UNITY ? "" : unitText(unit.replace(/^\[(.*)\]$/, "$1"));
}

/** Says when, or at which number, a sample was taken. */
export function placeText({ given }: Sample, { isTime, x }: SeriesParts): string {
  if (!isTime) return `${plainNumber(Number(given))} ${unitText(x.unit ?? "")}`.trim();
  const text = String(given);
  const isMidnight = x.kind === "date" || /T00:00:00(\.0+)?Z$/.test(text);
  return isMidnight ? dateText(text) : `${dateText(text)}, ${clockText(text)} UTC`;
}

/** Writes a sample as a sentence: `air temperature max, REMS: −15 °C, good, 7 August 2012`. */
export function captionOf(sample: Sample, parts: SeriesParts, parent?: string): string {
  const subject = [parent, ...namesOf(sample)].filter(Boolean).join(", ");
  const said = [valueText(sample), sample.mark && words(sample.mark), placeText(sample, parts)];
  return `${subject}: ${said.filter(Boolean).join(", ")}`;
}

/** Says what is drawn in another unit than its own: `7 values recorded in g and 1 in t are drawn in kg.` */
export function conversionText(samples: readonly Sample[]): string {
  const converted = samples.filter(({ recorded }) => recorded);
  const sentences = [...Map.groupBy(converted, ({ unit }) => unit)].map(([to, all]) => {
    const sources = [...Map.groupBy(all, ({ recorded }) => recorded!.unit)].map(([from, own], index) =>
      index === 0
        ? `${quantity(own.length, "value")} recorded in ${unitName(from)}`
        : `${countText(own.length)} in ${unitName(from)}`,
    );
    return `${listText(sources)} ${all.length === 1 ? "is" : "are"} drawn in ${unitName(to)}.`;
  });
  return sentences.join(" ");
}
