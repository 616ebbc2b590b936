/** Generated samples, the same every time: arrays that are uploaded, one after another, to the missions they belong to. */
import { pick, randomFrom } from "./missions.ts";

/** A sample as a client sends it. */
export interface Sample {
  readonly instrument: string;
  readonly parameter: string;
  readonly value: number;
  readonly unit: string;
  readonly collected_at: string;
  readonly uncertainty: number;
  readonly processing_level: (typeof LEVELS)[number];
  readonly quality: (typeof QUALITIES)[number];
}

/** The most samples that one request may upload. */
export const ARRAY = 10_000;

/** The units of the measured parameters. */
export const PARAMETERS = {
  pressure: "Pa",
  air_temperature: "K",
  magnetic_field: "nT",
  dose_rate: "uGy/h",
  wind_speed: "m/s",
} as const;
export const INSTRUMENTS = ["barometer", "magnetometer", "dosimeter", "spectrometer", "anemometer", "radiometer"];
export const LEVELS = ["raw", "calibrated", "derived"] as const;
export const QUALITIES = ["good", "suspect", "bad"] as const;
const NAMES = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[];

/** The time of the first sample, and the time that an array covers, in milliseconds. */
export const FIRST_TIME = Date.UTC(2020, 0, 1);
export const ARRAY_MS = ARRAY * 1_000;

/** The samples of one array, in the order of their times. Each array begins where the one before it ends. */
export function samples(array: number, count = ARRAY): Sample[] {
  const random = randomFrom(array);
  const start = FIRST_TIME + array * ARRAY_MS;
  return Array.from({ length: count }, (_, index) => sampleAt(random, start + index * 1_000));
}

function sampleAt(random: () => number, time: number): Sample {
  const parameter = pick(random, NAMES);
  return {
    instrument: pick(random, INSTRUMENTS),
    parameter,
    value: Math.round(random() * 1e6) / 1e3,
    unit: PARAMETERS[parameter],
    collected_at: new Date(time + Math.floor(random() * 1_000)).toISOString(),
    uncertainty: Math.round(random() * 1e3) / 1e4,
    processing_level: pick(random, LEVELS),
    quality: random() < 0.9 ? "good" : pick(random, QUALITIES),
  };
}
