/** What `npm test` leaves out, so that it stays under three minutes. `npm run test:long` runs every file. */

/** The beginnings of the names of files, by what they need. */
const LONG_ONLY: Readonly<Record<string, readonly string[]>> = {
  "several processes, another database, outages": [
    ...["31-store-faults", "31-store-postgres", "34-", "35-", "36-", "37-", "39-", "49-operations-durable"],
    ...["54-idempotency-storage", "55-rate-limits-shared", "63-events-processes"],
  ],
  "many random cases": ["24-random", "25-", "27-summaries-random", "85-client-random", "90-"],
  "every case of a large matrix": [
    "45-access-command",
    "45-access-matrix",
    "46-conditions.",
    "50-every-list",
    "80-openapi-judge",
  ],
  "many records, or waiting": [
    ...[
      "28-search-names",
      "28-search-trigrams",
      "28-search-without",
      "32-list-cache-",
      "38-migrations",
      "43-methods-delete",
    ],
    ...["46-conditions-races", "48-hostile-bodies", "51-running-cleanup", "51-running-logs", "51-running-overload"],
    ...["57-exports-streaming", "63-events-retention", "63-events-streams", "98-"],
  ],
  "a build, or commands that run for long": [
    "58-pages-build",
    "85-client-examples",
    "86-cli-dump",
    "86-cli-import",
    "87-",
  ],
  "a browser": [
    ...[
      "91-",
      "92-explorer-lists",
      "93-",
      "94-",
      "96-",
      "97-pictures-frame",
      "97-pictures-scale",
      "97-pictures-series",
      "97-pictures-time-",
    ],
    ...["95-"],
  ],
};

/** What `npm test` runs nevertheless: the scenarios by keyboard visit each kind of page. */
const EVERY_RUN: readonly string[] = ["95-scenarios-keyboard"];

/** Whether a test file runs only with all others. */
export function isLongOnly(name: string): boolean {
  const begins = (beginning: string) => name.startsWith(beginning);
  return !EVERY_RUN.some(begins) && Object.values(LONG_ONLY).flat().some(begins);
}
