/** The cases that compare a large collection with a small one. */
import { encodeCursor } from "../engine/query/cursor.ts";
import type { Catalog } from "../engine/resource/catalog.ts";
import { arrays, type Case, range, shuffled } from "./cases.ts";
import type { Request } from "./load/request.ts";
import { randomFrom, STATUSES } from "./records/missions.ts";
import { INSTRUMENTS, PARAMETERS, samples } from "./records/samples.ts";

/** At most 1.5 times slower. */
const GOALS = { ratio: 0.67 };
/** In units of time: each process counts every filtered list once, and reads its order once. */
const WARM_UP_FILTERED = 15;

/**
 * First pages and indexed filters of missions: the same page, which is cached, and more pages than the cache can hold.
 * @param store the name of the database
 * @param smallMatches the number of records that every filter matches at least in the small collection
 */
export function missionCases(store: string, smallMatches: number): Case[] {
  const filtered = (status: string) => `status=${status}&sort_by=launch_date`;
  const pages = range(1, 10).flatMap((page) => range(1, 100).map((limit) => [page, limit] as const));
  const front = pages.map(([page, limit]) => `page=${page}&limit=${limit}`);
  const smallFront = front.filter((_, index) => pages[index]![0] * pages[index]![1] <= smallMatches);
  const lists: [string, string[]][] = [
    ["first page", [""]],
    ["indexed filter", [filtered("active")]],
    ["front pages, varied", front],
    ["indexed filter, varied", STATUSES.flatMap((status) => smallFront.map((page) => `${filtered(status)}&${page}`))],
  ];
  return lists.map(([name, queries]) => ({
    name: `${name}, missions, ${store}`,
    requests: shuffled(randomFrom(4), queries).map((query) => ({ path: `/api/missions?${query}` })),
    goals: GOALS,
  }));
}

/** A collection of samples: its service, and its size. */
export interface Samples {
  readonly url: string;
  readonly total: number;
}

const SAMPLES = "/api/data";
const PAGE = 20;
/** The number of different pages in the middle of a list. */
const MIDDLE_PAGES = 1_000;
/** The number of cursor pages that are read one after the other; each is requested in several sizes, so that none is cached. */
const CURSOR_PAGES = 50;

/** Reads of samples, and writes after them, because they change the collections. */
export async function sampleCases(catalog: Catalog, key: string, large: Samples, small: Samples): Promise<Case[]> {
  const filters = [
    ...Object.keys(PARAMETERS).map((name) => `parameter=${name}`),
    ...INSTRUMENTS.map((name) => `instrument=${name}`),
  ];
  const pages = range(1, 10).flatMap((page) => range(10, 30).map((limit) => `page=${page}&limit=${limit}`));
  const list =
    (name: string, queriesOf: (of: Samples) => Promise<readonly string[]>, options: Pick<Case, "warmUp"> = {}) =>
    async (): Promise<Case> => {
      const requestsOf = async (of: Samples): Promise<Request[]> =>
        shuffled(randomFrom(4), await queriesOf(of)).map((query) => ({ path: `${SAMPLES}?${query}` }));
      return {
        name: `${name}, samples`,
        requests: await requestsOf(large),
        requestsTo: { baseline: await requestsOf(small) },
        goals: GOALS,
        ...options,
      };
    };
  const upload = arrays(key);
  const single: Request[] = samples(0, 1_000).map((sample) => ({
    ...upload.requests[0]!,
    body: JSON.stringify(sample),
  }));
  const reads = [
    list("first page", async () => [""]),
    list("front pages, varied", async () => pages),
    list("indexed filter", async () => filters),
    list("indexed filter, varied", async () => filters.flatMap((filter) => pages.map((page) => `${filter}&${page}`)), {
      warmUp: WARM_UP_FILTERED,
    }),
    list("middle pages by page", async ({ total }) => {
      const middle = Math.floor(total / PAGE / 2);
      return range(middle - MIDDLE_PAGES / 2, middle + MIDDLE_PAGES / 2).map((page) => `page=${page}`);
    }),
    list("middle pages by cursor", (of) => middleCursors(catalog, of)),
  ];
  const cases: Case[] = [];
  for (const read of reads) cases.push(await read());
  return [
    ...cases,
    { name: "POST, samples", requests: single, goals: GOALS },
    { ...upload, name: "rows of arrays, samples", connections: 1, goals: GOALS },
  ];
}

/** Queries of cursor pages in the middle of the list. The first cursor is made here: reading half of the list would take long. */
async function middleCursors(catalog: Catalog, { url, total }: Samples): Promise<string[]> {
  const view = catalog.resource("data").views.find(({ path }) => path === SAMPLES)!;
  const middle = await readJson<{ data: { id: string }[] }>(`${url}${SAMPLES}?limit=1&page=${Math.floor(total / 2)}`);
  const sorts = [{ property: view.properties.get("id")!, descending: false }];
  let cursor = encodeCursor({ view, parentId: undefined, filters: [], sorts }, [middle.data[0]!.id]);
  const cursors: string[] = [];
  while (cursors.length < CURSOR_PAGES) {
    cursors.push(cursor);
    const page = await readJson<{ _links: { next: string } }>(`${url}${SAMPLES}?cursor=${cursor}`);
    cursor = new URL(page._links.next, url).searchParams.get("cursor")!;
  }
  return range(PAGE - 10, PAGE + 10).flatMap((limit) => cursors.map((each) => `limit=${limit}&cursor=${each}`));
}

async function readJson<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}
