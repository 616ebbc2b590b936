/** Random questions about related records between random writes, compared with an oracle: what is the same for both stores. */
import { test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { serve } from "./support/http/serve.ts";
import { randomSummaries } from "./support/query/random-summaries.ts";
import { sortableFields } from "./support/query/relation-oracle.ts";
import { Asker } from "./support/query/relations/asker.ts";
import { Chance } from "./support/query/relations/chance.ts";
import { type Below, fillSpace } from "./support/query/relations/fill-space.ts";
import { type DrawnQuestion, randomFields, randomQuestion } from "./support/query/relations/random-questions.ts";
import { randomWrite, type Sizes, send } from "./support/query/relations/random-writes.ts";
import { assertComplete, readWorld } from "./support/query/relations/read-world.ts";
import { LONG_TEXTS } from "./support/query/relations/space-fields.ts";
import { type AskedList, randomList } from "./support/query/relations/space-lists.ts";
import type { World } from "./support/query/relations/space-world.ts";
import type { StoreKind } from "./support/store/both-stores.ts";

const QUESTIONS = campaignSize("RELATION_QUERIES");
const { FUZZ_SEED } = process.env;
const SEED = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };

/** How many records there are, which decides how related records are found. */
interface Shape {
  readonly name: string;
  readonly sizes: Sizes;
  readonly below: Below;
  /** Of all questions. */
  readonly share: number;
  /** Questions between two writes. */
  readonly atATime: number;
}

const SHAPES: readonly Shape[] = [
  {
    name: "few records",
    sizes: { missions: 30, astronauts: 20, spacecraft: 8, planets: 6, moons: 12 },
    below: { crew: 50, vehicles: 20, objectives: 20, data: 20, training: 20 },
    ...{ share: 2 / 3, atATime: 4 },
  },
  {
    name: "many related records",
    sizes: { missions: 360, astronauts: 60, spacecraft: 12, planets: 6, moons: 12 },
    below: { crew: 420, vehicles: 260, objectives: 260, data: 420, training: 60 },
    ...{ share: 1 / 3, atATime: 10 },
  },
];

/** Writes something, mostly to records at these paths, and returns all records; undefined if it was refused. */
type Write = (chance: Chance, about: readonly string[]) => Promise<World | undefined>;

/** Asks one question in several forms. @returns the paths of records that decide the answer */
async function ask(chance: Chance, asker: Asker, write: Write): Promise<readonly string[]> {
  const { world } = asker;
  const list = randomList(chance, world);
  const question = randomQuestion(chance, world, list);
  await asker.askPages(list, question, randomFields(chance, list.kind));
  if (chance.in100(25)) await asker.askByCursor(list, question);
  if (chance.in100(25)) await asker.askExport(list, question);
  if (chance.in100(25)) await askSummary(chance, asker, list, question);
  if (chance.in100(3)) await asker.askByCursorBetween(list, question, () => write(chance, question.about));
  return question.about;
}

async function askSummary(chance: Chance, asker: Asker, list: AskedList, question: DrawnQuestion): Promise<void> {
  const kinds = Object.entries(sortableFields(list.kind)).filter(([field]) => !isLong(field));
  // The fields of one related record at most, so that not too many relations are followed.
  const relation = chance.pick(kinds.map(([field]) => field.split(".")[0]!));
  const near = kinds.filter(([field]) => !field.includes(".") || field.startsWith(`${relation}.`));
  const few = { ...question, conditions: question.conditions.filter(({ steps }) => steps.length < 2).slice(0, 2) };
  await asker.askSummary(list, few, chance.of(randomSummaries(Object.fromEntries(near))));
}

const isLong = (field: string) => LONG_TEXTS.includes(field.split(".").at(-1)!);

/** Proves on a store that the answers to random questions between random writes are those of an oracle. */
export function proveRandomRelations({ name: store, create, skip }: StoreKind): void {
  for (const { name, sizes, below, share, atATime } of SHAPES) {
    test(`§4.5: ${store}: random questions about related records, between random writes of ${name}`, {
      skip,
    }, async () => {
      await using database = await create();
      await using served = await serve(undefined, { DATABASE_URL: database.url });
      await fillSpace(served, sizes, below);
      const asker = new Asker(served, await readWorld(served));
      const write: Write = async (chance, about) =>
        (await send(served, randomWrite(chance, sizes, about))) ? readWorld(served) : undefined;
      const round = fc.asyncProperty(fc.gen(), async (draw) => {
        const chance = new Chance(draw);
        const about: string[] = [];
        for (let count = 0; count < atATime; count += 1) about.push(...(await ask(chance, asker, write)));
        const world = await write(chance, about);
        if (world) await asker.askAgain(world);
      });
      // The records have changed when a round fails: a smaller one would not be the same.
      await fc.assert(round, { numRuns: Math.ceil((QUESTIONS * share) / atATime), endOnFailure: true, ...SEED });
      await assertComplete(served, asker.world);
    });
  }
}
