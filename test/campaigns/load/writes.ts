/** The writes of a campaign, and the keys under which its book has them. */
import type { Stored } from "./book.ts";

/** Parents of what is written: few, so that writers meet at their counts. */
export const PLANETS = ["p0", "p1", "p2", "p3"];
export const MISSIONS = ["m0", "m1", "m2", "m3"];
/** The number of samples in one array. */
const ARRAY = 20;

/** A moon that a writer may change. */
export interface Moon {
  readonly planet: string;
  readonly id: string;
}

/** A write, and the key of the book that it changes. */
export interface Write {
  readonly method: "PUT" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: object;
  /** The status if it is executed. */
  readonly expected: number;
  readonly key: string;
  /** What is stored under the key if it is executed. */
  readonly value: Stored;
  /** It is sent with this Idempotency-Key, so that it can be repeated. */
  readonly idempotencyKey?: string;
  /** The moon that it writes. */
  readonly moon?: Moon;
}

/** The keys of the book: one for each moon, for all objectives with a title, for all samples of an array. */
export const KEYS = {
  moon: ({ planet, id }: Moon): string => `/api/planets/${planet}/moons/${id}`,
  objective: (title: string): string => `the number of objectives ${title}`,
  array: (instrument: string): string => `the number of samples in the array ${instrument}`,
};

/** Creates a moon. */
export function createMoon(moon: Moon): Write {
  const key = KEYS.moon(moon);
  return { method: "PUT", path: key, body: { name: moon.id }, expected: 201, key, value: moon.id, moon };
}

/** Renames a moon. */
export function renameMoon(moon: Moon, name: string): Write {
  const key = KEYS.moon(moon);
  return { method: "PATCH", path: key, body: { name }, expected: 200, key, value: name, moon };
}

/** Deletes a moon. */
export function deleteMoon(moon: Moon): Write {
  const key = KEYS.moon(moon);
  return { method: "DELETE", path: key, expected: 204, key, value: undefined, moon };
}

/** Creates an objective, once. */
export function createObjective(mission: string, title: string): Write {
  const path = `/api/missions/${mission}/objectives`;
  const key = KEYS.objective(title);
  return { method: "POST", path, body: { title }, expected: 201, key, value: "1", idempotencyKey: title };
}

/** Creates an array of samples, once. */
export function createArray(mission: string, instrument: string): Write {
  const path = `/api/missions/${mission}/data`;
  const sample = { instrument, parameter: "p", collected_at: "2020-01-01T00:00:00Z" };
  const body = Array.from({ length: ARRAY }, (_, value) => ({ ...sample, value }));
  const key = KEYS.array(instrument);
  return { method: "POST", path, body, expected: 201, key, value: String(ARRAY), idempotencyKey: instrument };
}
