/**
 * The sets of test files. `.ci/run` runs the first three, each once; `npm run test:long` runs every file, with campaigns
 * of their whole size.
 */

/** `npm test`, `npm run test:browser`, `npm run test:slow`; and what runs only in `npm run test:long`. */
export const SETS = ["quick", "browser", "slow", "long"] as const;
export type TestSet = (typeof SETS)[number];

/** The beginnings of the names of files that are not quick, by set and by what they need. */
const MEMBERS: Readonly<Record<Exclude<TestSet, "quick">, Readonly<Record<string, readonly string[]>>>> = {
  browser: {
    "a browser": ["91-", "92-explorer-lists", "93-", "94-", "95-", "96-", "97-pictures-"],
  },
  slow: {
    "every case of a large matrix": [
      "20-filtering-relations-every",
      ...["30-select-events", "30-select-postgres", "45-access-command", "45-access-matrix", "46-conditions."],
      ...["46-conditions-lists", "46-conditions-validators", "50-every-", "80-openapi-judge"],
    ],
    "many records": [
      ...["28-search-names", "28-search-trigrams", "28-search-without", "32-list-cache-", "38-migrations"],
      ...["43-methods-delete", "48-hostile-bodies", "51-running-cleanup", "57-exports-streaming"],
      ...["63-events-retention", "63-events-streams", "64-webhooks-lanes", "81-real-data"],
    ],
    "random writes on both stores": ["24-random-relations-postgres", "29-history-deltas", "29-history-random"],
    "several processes, or another database": [
      ...["29-history-killed", "31-store-postgres", "34-", "35-", "66-registry-databases", "66-registry-names"],
      ...["45-access-rotation", "49-operations-durable", "54-idempotency-storage", "75-newer-data"],
      ...["51-running-backup", "51-running-damage", "51-running-disk", "63-events-processes", "64-webhooks-durable"],
    ],
    "a build, or commands that run for long": [
      ...[
        "58-pages-build",
        "62-deploying-runbooks",
        "65-",
        "66-registry-docs",
        "80-openapi-generators",
        "85-client-examples",
      ],
      ...["86-cli-dump", "86-cli-import", "86-cli-real-data"],
    ],
  },
  long: {
    "outages and failovers": ["31-store-faults", "36-", "37-", "39-", "51-running-overload", "55-rate-limits-shared"],
    "many random cases": ["24-random-queries", "25-", "27-summaries-random", "85-client-random", "90-"],
    "races, kills and harm on purpose": ["46-conditions-races", "51-running-logs", "87-", "98-"],
  },
};

/** The files that take longest. They run first, so that no process is left alone with one. */
const LONGEST: readonly string[] = ["96-accessibility.test.ts", "95-scenarios-import-files.test.ts"];

/** The layout of pictures is tested without a browser. */
const WITHOUT_BROWSER = "97-pictures-layout";

/** The order in which test files run: the longest first, then by name. */
export function inOrder(names: readonly string[]): string[] {
  return [...LONGEST.filter((name) => names.includes(name)), ...names.filter((name) => !LONGEST.includes(name)).sort()];
}

/** The set that a test file belongs to. */
export function setOf(name: string): TestSet {
  if (name.startsWith(WITHOUT_BROWSER)) return "quick";
  const isMember = (set: Exclude<TestSet, "quick">) =>
    Object.values(MEMBERS[set]).some((beginnings) => beginnings.some((beginning) => name.startsWith(beginning)));
  return (["browser", "slow", "long"] as const).find(isMember) ?? "quick";
}
