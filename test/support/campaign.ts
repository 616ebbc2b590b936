/** How much the long campaigns do: the second number in `npm run test:long`, the first in all other runs. */
const SIZES = {
  /** Requests that are sent to both stores. */
  DIFFERENTIAL_REQUESTS: [1_000, 20_000],
  /** Random requests, of both domains together. */
  FUZZ_REQUESTS: [3_000, 30_000],
  /** Random requests whose events are replayed. */
  EVENT_REQUESTS: [1_200, 12_000],
  /** Random records in which the kit and the service find faults, of each domain; and texts that almost have a format. */
  CONSTRAINT_RECORDS: [3_000, 100_000],
  /** Rounds of a random query and a write. */
  QUERY_ROUNDS: [60, 600],
  /** Random questions about related records, on each store: a long campaign asks a hundred thousand. */
  RELATION_QUERIES: [120, 50_000],
  /** Random queries, each through the client and by `fetch`, on SQLite; a tenth of them on PostgreSQL. */
  CLIENT_QUERIES: [100, 1_000],
  /** Moments between random writes that are read again later, on each store. */
  DUMPED_MOMENTS: [4, 200],
  HISTORY_MOMENTS: [40, 1_000],
  /** Random searches over all collections, on each store, in each domain. */
  SEARCHES: [20, 1_000],
  /** Rounds of writes between which records are searched over a trigram index, on each store. */
  TRIGRAM_ROUNDS: [8, 200],
  /** Rounds of writes between which records are filtered by keys, on each store. */
  KEY_ROUNDS: [15, 300],
  /** Rounds of writes between which random lists are read, on each store, by one service and by two. */
  LIST_ROUNDS: [6, 40],
  /** Rounds of writes between which pages deep in long lists are read, on each store. */
  DEEP_LIST_ROUNDS: [3, 20],
  /** Lists read by cursor while their collection changes. */
  CURSOR_RUNS: [20, 120],
  /** Random earlier versions of each domain that are migrated. */
  MIGRATION_RUNS: [0, 3],
  /** Random sequences of operations. */
  OPERATION_RUNS: [6, 50],
  /** Random arrays whose records are created one by one too. */
  ARRAY_RUNS: [25, 300],
  /** Random groups of writes. */
  GROUP_RUNS: [10, 100],
  /** Runs in which one call of a database's driver fails, of each kind of fault. */
  FAULT_RUNS: [3, 500],
  /** How often a service is killed while it writes. */
  KILL_ROUNDS: [2, 12],
  /** How often a service is killed while it deletes six parents with their children, on each store. */
  CASCADE_KILLS: [2, 40],
  /** How often an update of the data is killed, on each store. */
  UPDATE_KILLS: [2, 20],
  /** Random histories in which an earlier state is restored. */
  RESTORE_RUNS: [2, 100],
  /** Webhooks whose receivers never respond. */
  WEBHOOKS: [132, 400],
  /** How often an import is killed, of each kind of list. */
  IMPORT_KILLS: [1, 20],
  /** Random tables that are exported and imported again. */
  ROUND_TRIPS: [5, 200],
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
