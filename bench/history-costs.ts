/** What writes add to a database, by table and index, in this version of the service and in another one. */
import { KEY, SERVICE, serviceIn, startService } from "./environment.ts";
import { patchMissions, post, postMissions, uploadSamples } from "./records/fill.ts";
import { type KnownMission, knownMissions } from "./records/missions.ts";
import { ARRAY } from "./records/samples.ts";
import { growth, type Sizes, sizesIn, totalOf } from "./sizes.ts";
import { versionsHeading, versionsLine } from "./table.ts";

const MISSIONS = 20_000;
const ARRAYS = 10;

/** The kinds of writes, each with the most bytes that it may take, as a multiple of those in the other version. */
const KINDS = {
  // Nothing, but for the byte of a column without a value.
  sample: { about: "an uploaded sample", goal: 1.005 },
  POST: { about: "POST of a mission", goal: 1.15 },
  PATCH: { about: "PATCH of a mission", goal: 1.15 },
} as const;

/** Bytes of each kind of write, by table and index. */
type Costs = Readonly<Record<keyof typeof KINDS, Sizes>>;

/** Runs work on an empty database. */
type WithEmpty = (work: (url: string) => Promise<void>) => Promise<void>;

/**
 * Prints the bytes of writes.
 * @param other a checkout of the other version; undefined to measure this one alone
 */
export async function compareCosts(store: string, withEmpty: WithEmpty, other: string | undefined): Promise<void> {
  const measured: Costs[] = [];
  for (const script of [SERVICE, ...(other === undefined ? [] : [serviceIn(other)])])
    await withEmpty(async (url) => void measured.push(await costsOf(script, url)));
  const [costs, before] = measured as [Costs, Costs | undefined];
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const { about, goal } = KINDS[kind];
    console.log(`\n${versionsHeading(`${store}, bytes, ${about}`)}`);
    const [sizes, otherSizes] = [costs[kind], before?.[kind]];
    for (const name of new Set([...sizes.keys(), ...(otherSizes?.keys() ?? [])])) {
      const figures = [sizes, otherSizes].map((each) => (each ? (each.get(name) ?? 0) : Number.NaN));
      if (figures.some((bytes) => Math.abs(bytes) >= 0.5)) console.log(versionsLine(`  ${name}`, figures));
    }
    console.log(versionsLine("all", [totalOf(sizes), otherSizes ? totalOf(otherSizes) : Number.NaN], goal));
  }
}

/** Sends each kind of write to one version of the service. @param database an empty one */
async function costsOf(script: string, database: string): Promise<Costs> {
  const parents = ["one", "two", "three"];
  const known = knownMissions(MISSIONS);
  const sizesAfter = async (write: (url: string) => Promise<void>): Promise<Sizes> => {
    const service = await startService(database, {}, { script });
    await write(service.url).finally(service.stop);
    return sizesIn(database);
  };
  const empty = await sizesAfter(async (url) => {
    await postMissions(url, KEY, []);
    for (const id of parents) await post(url, KEY, "/api/missions", { id, name: id });
  });
  const uploaded = await sizesAfter((url) => uploadSamples(url, KEY, parents, { from: 0, to: ARRAYS }));
  const created = await sizesAfter((url) => postMissions(url, KEY, known));
  const patched = await sizesAfter((url) => patchMissions(url, KEY, known, anotherOperator));
  return {
    sample: growth(empty, uploaded, ARRAYS * ARRAY),
    POST: growth(uploaded, created, MISSIONS),
    PATCH: growth(created, patched, MISSIONS),
  };
}

function anotherOperator({ operator }: KnownMission): object {
  return { operator: operator === "Orbital Works" ? "Longshore Launch" : "Orbital Works" };
}
