/** The captions of the bodies of a scale. */
import { words } from "../../../../kit/description/words.ts";
import { numberFormat } from "../../locale.ts";
import { plainNumber, unitText } from "../../units.ts";
import type { Body, Disc } from "./bodies.ts";
import type { Labels } from "./layout/placed.ts";

/** A body that all know, with which others are compared. */
export interface Known {
  readonly name: string;
  readonly radius: number;
}

/** The captions of bodies. */
export interface Captions extends Labels {
  /** Says `Titan, going around Saturn, radius 2,575 km`. */
  readonly whole: (body: Body, center?: Body) => string;
  readonly distance: (body: Body) => string | undefined;
  readonly period: (body: Body) => string | undefined;
}

/** Says what the rings of bodies mean in a drawing; empty without rings. */
export function ringsText(discs: readonly Disc[]): string {
  const ringed = discs.filter(({ hasRings }) => hasRings);
  const known = ringed.filter(({ rings }) => rings);
  const band = "Bands are rings from their inner to their outer radius as recorded, without gaps and brightness.";
  const hoop = "Ellipses show that there are rings and how they lean, not how wide they are.";
  return [known.length > 0 && band, known.length < ringed.length && hoop].filter(Boolean).join(" ");
}

const whole = numberFormat({ maximumFractionDigits: 0 });
const exact = numberFormat({ maximumSignificantDigits: 4 });

/** From here on, a radius is shown without decimals. */
const WHOLE = 100;

/** Says how many times as large one is as another: `11`, `0.48`. */
function timesText(ratio: number): string {
  const digits = ratio >= 10 ? 0 : ratio >= 1 ? 1 : ratio >= 0.1 ? 2 : 3;
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })(ratio);
}

/** The units of the numbers of bodies. */
export interface Units {
  readonly radius: string;
  readonly distance: string;
  readonly period?: string;
}

/** Returns the captions of bodies whose radius and distance have these units. */
export function captionsOf(units: Units, known?: Known): Captions {
  const plainRadius = ({ radius }: Disc) => (radius >= WHOLE ? whole : exact)(radius);
  const radius = (body: Disc) => `${plainRadius(body)} ${unitText(units.radius)}`.trim();
  const times = (body: Disc) =>
    known === undefined ? undefined : `${timesText(body.radius / known.radius)} × ${known.name}`;
  const distance = (body: Body) =>
    body.distance === undefined ? undefined : `${plainNumber(body.distance)} ${unitText(units.distance)}`.trim();
  const period = (body: Body) =>
    body.period === undefined ? undefined : `${plainNumber(body.period)} ${unitText(units.period ?? "")}`.trim();
  return {
    ...{ plainRadius, radius, times, distance, period },
    whole: (body, center) =>
      [
        body.name,
        body.category && words(body.category),
        center && `around ${center.name}`,
        body.radius !== undefined && `radius ${radius(body as Disc)}`,
        body.radius !== undefined && times(body as Disc)?.replace("×", "times"),
        body.hasRings && "with rings",
        body.isRetrograde && "retrograde",
      ]
        .filter(Boolean)
        .join(", "),
  };
}
