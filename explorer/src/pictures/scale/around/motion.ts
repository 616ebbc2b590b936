/** Moves bodies on their recorded ways: all begin at their nearest points, and go as Kepler's laws say. */
import { ellipseOf } from "../../faces/scale/ellipses.ts";
import type { Far } from "../layout/distances.ts";

/** A point; the center is at 0, 0, the nearest point at the right, and what goes forward rises from there. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const EXACT = 1e-12;
const MOST_STEPS = 60;
/** From here on, Newton's method begins at the farthest point: from elsewhere it may not settle. */
const LONG = 0.8;

/** Solves Kepler's equation, `E - e sin E = M`, for a part of a turn from 0 to 1. */
export function anomalyAfter(turn: number, eccentricity: number): number {
  const mean = 2 * Math.PI * turn;
  let angle = eccentricity > LONG ? Math.PI : mean;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const change = (angle - eccentricity * Math.sin(angle) - mean) / (1 - eccentricity * Math.cos(angle));
    angle -= change;
    if (Math.abs(change) < EXACT) break;
  }
  return angle;
}

/** Returns where a body is after some time; without a period it stays at its nearest point. */
export function pointAfter(body: Far, time: number): Point {
  const { eccentricity = 0, period, isRetrograde } = body;
  const { rx, ry, x } = ellipseOf(body);
  if (period === undefined || period <= 0) return { x: x + rx, y: 0 };
  const angle = anomalyAfter((time / period) % 1, eccentricity);
  return { x: x + rx * Math.cos(angle), y: (isRetrograde ? -1 : 1) * ry * Math.sin(angle) };
}

/** The speeds: the second is one at which the shortest turn takes less than a second to less than four. */
const SPEEDS = [1, 10, 100];
const SLOWEST = 4;

/** Returns round speeds at which bodies can be followed, in units of their periods a second; none if none is known. */
export function speedsFor(bodies: readonly Far[]): number[] {
  const periods = bodies.flatMap(({ period }) => (period !== undefined && period > 0 ? [period] : []));
  if (periods.length === 0) return [];
  const least = Math.floor(Math.log10(Math.min(...periods) / SLOWEST));
  return SPEEDS.map((factor) => Number(`${factor}e${least}`));
}
