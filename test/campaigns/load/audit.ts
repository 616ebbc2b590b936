/** Compares what is stored with the book of the writers, with the counts of parents, and with the event log. */
import { assertReplayed, readCurrent, readEvents } from "../../support/events/event-replay.ts";
import { type Body, type Served, serve } from "../../support/http/serve.ts";
import type { CampaignRun, Figure } from "../campaign.ts";
import type { Book } from "./book.ts";
import { KEYS, MISSIONS, PLANETS } from "./writes.ts";

/** Shown of each kind of difference. */
const MAX_EXAMPLES = 3;

/** Opens a database with a service in this process, and checks everything in it. Every response is held against its OpenAPI document. */
export async function audit({ broken }: Pick<CampaignRun, "broken">, book: Book, url: string): Promise<Figure[]> {
  const served = await serve(undefined, { DATABASE_URL: url });
  try {
    const records = await readCurrent(served);
    const { lost, wrong, extra } = book.compare(contentOf(records));
    for (const [what, lines] of Object.entries({ lost, wrong, extra }))
      if (lines.length > 0) broken(`${lines.length} ${what}: ${lines.slice(0, MAX_EXAMPLES).join("; ")}`);
    await checkCounts(served, records).catch(({ message }: Error) => broken(message));
    const events = await readEvents(served);
    try {
      assertReplayed(events, records);
    } catch (error) {
      broken(`the event log does not yield the records: ${(error as Error).message}`);
    }
    return [
      [lost.length, "lost"],
      [wrong.length, "duplicated or partial"],
      [extra.length, "never acknowledged"],
      [records.size, "records"],
      [events.length, "events replayed"],
    ];
  } finally {
    await served.stop();
  }
}

/** What is stored under each key of the book. */
function contentOf(records: ReadonlyMap<string, Body>): Map<string, string> {
  const content = new Map<string, string>();
  const count = (key: string): void => void content.set(key, String(Number(content.get(key) ?? 0) + 1));
  for (const [path, record] of records) {
    if (path.includes("/moons/")) content.set(KEYS.moon({ planet: record.planet_id, id: record.id }), record.name);
    else if (path.includes("/objectives/")) count(KEYS.objective(record.title));
    else if (path.includes("/data/")) count(KEYS.array(record.instrument));
  }
  return content;
}

/** Compares the counts that parents show, or are filtered by, with the records below them. */
async function checkCounts(served: Served, records: ReadonlyMap<string, Body>): Promise<void> {
  const below = (path: string): number => [...records.keys()].filter((each) => each.startsWith(`${path}/`)).length;
  const counts = [
    ...PLANETS.map((id) => ["/api/planets", id, [["moon_count", "moons"]]] as const),
    ...MISSIONS.map((id) => {
      const children = [
        ["objective_count", "objectives"],
        ["sample_count", "data"],
      ] as const;
      return ["/api/missions", id, children] as const;
    }),
  ];
  for (const [collection, id, children] of counts) {
    const expected = children.map(([filter, child]) => `${filter}=${below(`${collection}/${id}/${child}`)}`);
    const { body } = await served.get(`${collection}?id=${id}&${expected.join("&")}`);
    if (body.total_count !== 1) throw new Error(`${collection}/${id} does not have ${expected.join(", ")}`);
  }
}
