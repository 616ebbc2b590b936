/** How much the long campaigns do: the first number in `npm test`, the second in `npm run test:long`. */
const SIZES = {
  /** Requests that are sent to both stores. */
  DIFFERENTIAL_REQUESTS: [1_000, 20_000],
  /** Random requests, of both domains together. */
  FUZZ_REQUESTS: [3_000, 30_000],
  /** Random requests whose events are replayed. */
  EVENT_REQUESTS: [1_200, 12_000],
  /** Rounds of a random query and a write. */
  QUERY_ROUNDS: [60, 600],
  /** Lists read by cursor while their collection changes. */
  CURSOR_RUNS: [20, 120],
  /** Random earlier versions of each domain that are migrated. */
  MIGRATION_RUNS: [0, 3],
  /** Random sequences of operations. */
  OPERATION_RUNS: [6, 50],
  /** How often a service is killed while it writes. */
  KILL_ROUNDS: [2, 12],
  /** Writes of each of 64 clients who race for one record. */
  RACE_WRITES: [20, 200],
  /** Alternations of writes and reads while a replica falls behind and catches up. */
  REPLICATION_TURNS: [16, 80],
  /** Items of an array that is too long, at most 10,000 being allowed. */
  BODY_ITEMS: [200_000, 1_000_000],
  /** The decompressed size of a body, in mebibytes. */
  BOMB_MEBIBYTES: [160, 1_024],
} as const;

/** With `TEST_LONG=1` every campaign has its whole size. */
export const isLong = process.env.TEST_LONG === "1";

/** The size of a campaign; a variable of its name overrides it. */
export function campaignSize(name: keyof typeof SIZES): number {
  return Number(process.env[name] ?? SIZES[name][isLong ? 1 : 0]);
}

/**
 * A sample of a full product: with `TEST_LONG=1` all items, otherwise every `step`th one, starting at `offset`.
 */
export function sampleOf<T>(items: readonly T[], step: number, offset: number): readonly T[] {
  return isLong ? items : items.filter((_, index) => (index + offset) % step === 0);
}
