/** A number among the words of an SVG: the exponent of a power of ten is raised. */
import { numberText } from "../../units.ts";
import { type SvgChild, svg } from "../svg/node.ts";

/** The height by which an exponent is raised, and its size, in pixels. */
const RAISED = 4;
const SMALL = 8;
/** The digits of a number in a picture. The exact one is said where it is pointed at. */
const DIGITS = 6;

/** Writes a number in a few digits, without a factor of one before a power of ten. */
export function numberWords(value: number, unit = ""): SvgChild[] {
  const { digits, exponent } = numberText(Number(value.toPrecision(DIGITS)));
  if (exponent === undefined) return [[digits, unit].filter(Boolean).join(" ")];
  return [
    digits === "1" ? "10" : `${digits} × 10`,
    svg("tspan", { dy: -RAISED, "font-size": SMALL }, exponent),
    ...(unit ? [svg("tspan", { dy: RAISED }, ` ${unit}`)] : []),
  ];
}
