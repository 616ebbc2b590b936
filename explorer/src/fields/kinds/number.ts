import type { Field } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { numberText, unitText } from "../../units.ts";
import type { KindSpec } from "./kind.ts";

/** Integers and decimals. */
export const number = {
  column: "r",
  control: "number",
  operator: "min",
  text: withUnit,
  size: Number,
  example: ({ schema }) => (schema.minimum as number | undefined) ?? 1,
} satisfies KindSpec;

function withUnit(value: string, { unit }: Field): string {
  const size = value.trim() === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(size)) return value;
  const { digits, exponent } = numberText(size);
  const text = exponent === undefined ? digits : sentenceCase(value);
  return unit ? `${text} ${unitText(unit, size)}` : text;
}
