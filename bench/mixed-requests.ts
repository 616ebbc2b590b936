/**
 * What many clients ask for at the same time: pages of lists, as people and apps read them, and single writes.
 *
 * Most reads repeat lists that somebody has asked for before: their first pages above all, but also middle and last ones. One in
 * a hundred is fresh: a filter with a value that nobody has used. Of the fresh ones, one in fifty has to look at every sample.
 */
import type { Request } from "./load/request.ts";
import { type KnownMission, missions, pick, randomFrom, STATUSES } from "./records/missions.ts";
import { ARRAY_MS, FIRST_TIME, INSTRUMENTS, PARAMETERS, QUALITIES, samples } from "./records/samples.ts";

/** A list that is read repeatedly, and the number of its records. */
export interface List {
  readonly path: string;
  readonly total: number;
}

/** The kinds of lists by what they list, because clients ask for each kind at a different rate. */
export type Lists = Readonly<Record<"samplesOfMission" | "samples" | "missions", readonly List[]>>;

/** The page sizes that clients ask for, and how frequently. */
const LIMITS = [20, 20, 20, 20, 50, 100];
/** The shares of the reads. */
const FRESH = 1 / 100;
const FULL_SCANS = 1 / 50;
const SHARES = { samplesOfMission: 0.4, missions: 0.4, samples: 0.2 } as const;

/** The queries of the samples of one mission: filters by text, enum, number and date; sorts with and without an index. */
const OF_MISSION = [
  "",
  "sort=collected_at:desc",
  "parameter=pressure&sort=collected_at:desc",
  "instrument=barometer",
  "quality=bad",
  "sort=value:desc",
  "value_min=900&sort=collected_at",
  "processing_level=derived&sort=uncertainty",
];
const OF_SAMPLES = [
  "",
  "sort=collected_at:desc",
  "sort=value:desc",
  "quality=bad",
  "quality=suspect&sort=collected_at:desc",
  "processing_level=raw&quality=bad",
  "value_min=990&sort=value:desc",
  "uncertainty_max=0.01",
  ...Object.keys(PARAMETERS).flatMap((name) => [`parameter=${name}`, `parameter=${name}&sort=collected_at:desc`]),
  ...INSTRUMENTS.flatMap((name) => [`instrument=${name}`, `instrument=${name}&quality=bad&sort=value`]),
];
const OF_MISSIONS = [
  "",
  "sort=name",
  "sort=launch_date:desc",
  "sort=crew_size:desc,name",
  "mission_type=rover",
  "mission_type=lander&sort=launch_date",
  "operator=Orbital+Works",
  "operator_starts_with=north&sort=name",
  "destination=mars&sort=launch_date:desc",
  "crew_size_min=3",
  "crew_size_min=6&sort=crew_size",
  "launch_date_after=2000-01-01&launch_date_before=2005-01-01&sort=launch_date",
  "launch_date_exists=false",
  "name_contains=kestrel",
  ...STATUSES.flatMap((status) => [`status=${status}`, `status=${status}&sort_by=launch_date`]),
];

/** Reads every list a few times, as if it had been in use for a while, and returns the numbers of their records. */
export async function readLists(url: string, missionIds: readonly string[]): Promise<Lists> {
  const readAll = (path: string, queries: readonly string[]) =>
    Promise.all(queries.map((query) => readList(url, `${path}?${query}`)));
  const samplesOfMission: List[] = [];
  for (const id of missionIds) samplesOfMission.push(...(await readAll(`/api/missions/${id}/data`, OF_MISSION)));
  return {
    samplesOfMission,
    samples: await readAll("/api/data", OF_SAMPLES),
    missions: await readAll("/api/missions", OF_MISSIONS),
  };
}

const EARLIER_READS = 4;

async function readList(url: string, path: string): Promise<List> {
  let total = 0;
  for (let count = 0; count < EARLIER_READS; count += 1) {
    // Each time another page, because a response that is cached already would not be read again.
    const response = await fetch(`${url}${path}&page=${1 + Math.floor((total / 20) * (count / EARLIER_READS))}`);
    const body = (await response.json()) as { total_count?: number };
    if (body.total_count === undefined) throw new Error(`${path} returned ${response.status}`);
    total = body.total_count;
  }
  return { path, total };
}

/** Reads of many clients. Another seed gives other fresh ones. */
export function reads(lists: Lists, arrays: number, count: number, seed: number): Request[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => ({
    path: random() < FRESH ? freshList(random, lists, arrays) : page(random, pick(random, pickKind(random, lists))),
  }));
}

function pickKind(random: () => number, lists: Lists): readonly List[] {
  const at = random();
  if (at < SHARES.samplesOfMission) return lists.samplesOfMission;
  return at < SHARES.samplesOfMission + SHARES.missions ? lists.missions : lists.samples;
}

/** Mostly the first page or one of the next, sometimes one in the middle or the last one. */
function page(random: () => number, { path, total }: List): string {
  const limit = pick(random, LIMITS);
  const last = Math.max(1, Math.ceil(total / limit));
  const at = random();
  const number = at < 0.6 ? 1 : at < 0.8 ? 2 + Math.floor(random() * 4) : at < 0.9 ? Math.ceil(last / 2) : last;
  return `${path}&limit=${limit}&page=${Math.min(number, last)}`;
}

function freshList(random: () => number, { samplesOfMission }: Lists, arrays: number): string {
  const number = (most: number): number => Math.floor(random() * most);
  if (random() < FULL_SCANS)
    return `/api/data?value_min=${random() * 1_000}&quality=${pick(random, QUALITIES)}&sort=collected_at:desc`;
  const time = FIRST_TIME + number(arrays * ARRAY_MS);
  return pick(random, [
    () => `/api/missions?name=Kestrel+${number(1e6)}`,
    () => `/api/missions?launch_date_after=${dayOf(random)}&launch_date_before=${dayOf(random)}&sort=launch_date`,
    () => `/api/data?collected_at_after=${instant(time)}&collected_at_before=${instant(time + 3_600_000)}`,
    () => `${pick(random, samplesOfMission).path}&uncertainty_min=${random() / 10}`,
  ])();
}

function dayOf(random: () => number): string {
  return instant(Date.UTC(1960, 0, 1) + Math.floor(random() * 29_000) * 86_400_000).slice(0, 10);
}

function instant(time: number): string {
  return new Date(time).toISOString();
}

/** A sample of a mission, by its ids. */
export interface SampleId {
  readonly mission: string;
  readonly id: string;
}

/** Reads the ids of some samples of each mission. */
export async function readSampleIds(url: string, missionIds: readonly string[]): Promise<SampleId[]> {
  const pages = missionIds.map(async (mission) => {
    const response = await fetch(`${url}/api/missions/${mission}/data?limit=100`);
    const { data } = (await response.json()) as { data: { id: string }[] };
    return data.map(({ id }) => ({ mission, id }));
  });
  return (await Promise.all(pages)).flat();
}

/**
 * Single writes, in turn: POST and PATCH of a sample and of a mission.
 * @param key a credential of the service
 */
export function writes(
  known: readonly KnownMission[],
  sampleIds: readonly SampleId[],
  key: string,
  seed: number,
): Request[] {
  const random = randomFrom(seed);
  const count = 1_000;
  const [newMissions, newSamples] = [missions(count, seed), samples(seed, count)];
  const write = (method: "POST" | "PATCH", path: string, body: object): Request => ({
    method,
    path,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json",
    },
    body: JSON.stringify(body),
  });
  return Array.from({ length: count }, (_, index) => {
    const sample = pick(random, sampleIds);
    return [
      write("POST", `/api/missions/${sample.mission}/data`, newSamples[index]!),
      write("PATCH", `/api/missions/${sample.mission}/data/${sample.id}`, { value: Math.floor(random() * 1_000) }),
      write("POST", "/api/missions", newMissions[index]!),
      write("PATCH", `/api/missions/${pick(random, known).id}`, { crew_size: Math.floor(random() * 8) }),
    ];
  }).flat();
}
