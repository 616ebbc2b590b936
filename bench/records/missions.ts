/** Generated missions, the same every time: the content of both databases, and the bodies of POSTs. */

export const STATUSES = ["planned", "on_hold", "active", "completed", "failed", "cancelled"] as const;

/** A mission as a client sends it. */
export interface Mission {
  readonly name: string;
  readonly description: string;
  readonly status: (typeof STATUSES)[number];
  readonly launch_date: string | null;
  readonly end_date: string | null;
  readonly crew_size: number;
  readonly operator: string;
  readonly mission_type: string;
  readonly destination: string | null;
}

/** A mission whose id is chosen by the client. */
export interface KnownMission extends Mission {
  readonly id: string;
}

/** The destinations of missions, which must be created before them. */
export const PLANETS = ["mercury", "venus", "mars", "jupiter", "saturn"];

const NAMES = ["Kestrel", "Halcyon", "Meridian", "Lodestar", "Petrel", "Aurora", "Sextant", "Tern", "Zephyr", "Beacon"];
const OPERATORS = ["Northern Space Agency", "Orbital Works", "Institute of Planetary Science", "Longshore Launch"];
const TYPES = ["crewed", "cargo", "orbiter", "lander", "rover", "flyby", "telescope", "technology"];
const ABOUT =
  "Carries instruments for magnetometry, imaging and spectroscopy, and relays what they measure twice a day.";
const DAY = 86_400_000;

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks a random element. */
export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}

/** Missions without ids, as a client sends them. */
export function missions(count: number, seed: number): Mission[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => mission(random, index));
}

/** Missions with ids in the format and order that the service generates (UUIDv7). */
export function knownMissions(count: number): KnownMission[] {
  const random = randomFrom(1);
  return Array.from({ length: count }, (_, index) => ({ id: timeOrderedId(random, index), ...mission(random, index) }));
}

function mission(random: () => number, index: number): Mission {
  const launch = Date.UTC(1960, 0, 1) + Math.floor(random() * 29_000) * DAY;
  const end = launch + Math.floor(random() * 2_000) * DAY;
  const launched = random() < 0.9;
  return {
    name: `${pick(random, NAMES)} ${index + 1}`,
    description: `${pick(random, NAMES)} programme. ${ABOUT}`,
    status: pick(random, STATUSES),
    launch_date: launched ? day(launch) : null,
    end_date: launched && random() < 0.6 ? day(end) : null,
    crew_size: Math.floor(random() * 8),
    operator: pick(random, OPERATORS),
    mission_type: pick(random, TYPES),
    destination: random() < 0.5 ? pick(random, PLANETS) : null,
  };
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function timeOrderedId(random: () => number, index: number): string {
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, "0");
  const time = (1_700_000_000_000 + index * 37).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}
