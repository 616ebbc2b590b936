/** Bodies by their distance, on an axis; those at nearly the same distance stand above each other. */
import { ticks } from "d3-array";
import { linearScale, logScale, type Scale } from "../../layout/scales.ts";
import { textWidth } from "../../layout/text-width.ts";
import { type Body, discsOf, MOST_DRAWN } from "../bodies.ts";

/** A body whose distance is known. */
export type Far = Body & { readonly distance: number };

/** A dot, and where its name stands if there is room. */
export interface PlacedDot {
  readonly body: Far;
  readonly x: number;
  readonly y: number;
  readonly nameY: number | undefined;
}

/** A line of the axis. */
export interface Tick {
  readonly x: number;
  readonly value: number;
  /** A whole power of ten, or a step of the linear axis. */
  readonly isMajor: boolean;
  readonly hasLabel: boolean;
}

/** The axis with everything on it. */
export interface DistanceLayout {
  readonly width: number;
  readonly height: number;
  /** The height of the axis. */
  readonly y: number;
  readonly dots: readonly PlacedDot[];
  readonly ticks: readonly Tick[];
}

/** The radius of a dot. */
export const DOT = 2.8;
const PITCH = 7.4;
const EDGE = 8;
const NAME = 11;
const MIN_HEIGHT = 90;
/** The least distance between neighbors on the linear axis, and its greatest length. */
const NEAREST = 60;
const LONGEST = 24_000;

/** Returns those with a distance, the largest first: names are given in this order. */
export function farOf(bodies: readonly Body[]): Far[] {
  return bodies
    .filter((body): body is Far => body.distance !== undefined && body.distance > 0)
    .sort((a, b) => (b.radius ?? 0) - (a.radius ?? 0));
}

/** Returns all that are drawn, to size or by distance. */
export function drawnOf(bodies: readonly Body[]): Body[] {
  return [...new Set([discsOf(bodies), farOf(bodies)].flatMap((each) => each.slice(0, MOST_DRAWN) as Body[]))];
}

/** Places bodies on an axis. A linear one is as long as it must be. */
export function distancesOf(bodies: readonly Far[], given: number, isLinear: boolean): DistanceLayout {
  const all = bodies.map(({ distance }) => distance);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const width = isLinear ? Math.min(LONGEST, Math.max(given, (most / least) * NEAREST)) : given;
  const range = [EDGE, width - EDGE * 2] as const;
  const domain = isLinear ? ([0, most] as const) : roundedOut(least, most);
  const axis = (isLinear ? linearScale : logScale)(domain, range);
  const dots = stack(bodies, axis);
  const named = nameThem(dots);
  const top = Math.min(0, ...named.map(({ y, nameY }) => (nameY ?? y) - 14));
  const y = Math.max(MIN_HEIGHT, -top);
  return {
    ...{ width, height: y + 38, y },
    dots: named.map((dot) => ({ ...dot, y: dot.y + y, nameY: dot.nameY === undefined ? undefined : dot.nameY + y })),
    ticks: isLinear ? linearTicks(axis, most, width) : logTicks(axis, domain, given),
  };
}

/** Rounds to the next 1, 2, 3 or 5 of a power of ten. */
function roundedOut(least: number, most: number): [number, number] {
  const steps = (value: number) => {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 3, 5, 10].map((factor) => factor * power);
  };
  const low = steps(least * 0.97).filter((each) => each <= least * 0.97);
  return [low.at(-1)!, steps(most * 1.03).find((each) => each >= most * 1.03)!];
}

/** Places each as low as it can stand without touching another. Above the axis, y is negative. */
function stack(bodies: readonly Far[], at: (distance: number) => number): PlacedDot[] {
  const placed: PlacedDot[] = [];
  const near = new Map<number, PlacedDot[]>();
  for (const body of bodies) {
    const x = at(body.distance);
    const cell = Math.floor(x / PITCH);
    const others = [cell - 1, cell, cell + 1].flatMap((each) => near.get(each) ?? []);
    let y = -9;
    while (others.some((other) => Math.hypot(other.x - x, other.y - y) < PITCH)) y -= PITCH;
    const dot = { body, x, y, nameY: undefined };
    placed.push(dot);
    near.set(cell, [...(near.get(cell) ?? []), dot]);
  }
  return placed;
}

type Box = readonly [left: number, right: number, top: number, bottom: number];

/** Names the largest, as long as there is room above their dots. */
function nameThem(dots: readonly PlacedDot[]): PlacedDot[] {
  const taken: Box[] = dots.map(({ x, y }) => [x - DOT - 1, x + DOT + 1, y - DOT - 1, y + DOT + 1]);
  const names: Box[] = [];
  const ties: Box[] = [];
  const most = Math.max(18, Math.round(dots.length / 3));
  return dots.map((dot, index) => {
    if (index >= most) return dot;
    const half = textWidth(dot.body.name, NAME) / 2 + 2;
    const boxAt = (y: number): Box => [dot.x - half, dot.x + half, y - 9, y + 2];
    for (let y = dot.y - 7; y > dot.y - 46; y -= 3) {
      const box = boxAt(y);
      // The line to a name that stands higher crosses no other name.
      const tie: Box = [dot.x - 1, dot.x + 1, y + 3, dot.y - DOT - 2];
      const isFree = (each: Box) =>
        !taken.some((other) => overlap(each, other)) && !ties.some((other) => overlap(each, other));
      if (!isFree(box) || names.some((other) => overlap(tie, other))) continue;
      taken.push(box);
      names.push(box);
      ties.push(tie);
      return { ...dot, nameY: y };
    }
    return dot;
  });
}

function overlap([left, right, top, bottom]: Box, other: Box): boolean {
  return left < other[1] && right > other[0] && top < other[3] && bottom > other[2];
}

function logTicks(axis: Scale, [low, high]: readonly [number, number], width: number): Tick[] {
  const decades = Math.log10(high / low);
  const isRoomy = width / decades > 180;
  const marks: Tick[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
    for (let factor = 1; factor <= 9; factor++) {
      const value = factor * 10 ** power;
      if (value < low * 0.999 || value > high * 1.001) continue;
      const isMajor = factor === 1;
      const hasLabel = isMajor || (isRoomy && (factor === 2 || factor === 5)) || (decades < 1 && factor % 2 === 0);
      marks.push({ x: axis(value), value, isMajor, hasLabel });
    }
  return marks;
}

function linearTicks(axis: Scale, most: number, width: number): Tick[] {
  const values = ticks(0, most, Math.max(2, width / 140));
  return values.map((value) => ({ x: axis(value), value, isMajor: true, hasLabel: true }));
}
