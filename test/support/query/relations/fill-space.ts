/** Fills a service with random records of every kind of the first domain, in a few transactions. */
import fc from "fast-check";
import { readSubmission } from "../../../../engine/resource/submission.ts";
import type { Body, Served } from "../../http/serve.ts";
import { drafts, type Sizes } from "./random-writes.ts";

/** How many records there are of what is below others. */
export interface Below {
  readonly crew: number;
  readonly vehicles: number;
  readonly objectives: number;
  readonly data: number;
  readonly training: number;
}

/** A record to be created. */
interface Seed {
  readonly kind: string;
  readonly id: string | undefined;
  readonly parentId: string | undefined;
  readonly body: Body;
}

const SEED = 1961;

/** Creates about two thirds of the records that there may be, and those below them. */
export async function fillSpace(served: Served, sizes: Sizes, below: Below): Promise<void> {
  const few = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.ceil((size * 2) / 3)]));
  const { missions, astronauts, spacecraft, planets, moons } = few as unknown as Sizes;
  const bodies = drafts({ ...(few as unknown as Sizes) });
  const sample = (kind: keyof typeof bodies, count: number) =>
    fc.sample<Body>(bodies[kind], { numRuns: count, seed: SEED + count });
  const at = (beginning: string, index: number, count: number) => `${beginning}${index % count}`;
  const top = (kind: keyof typeof bodies, beginning: string, count: number): Seed[] =>
    sample(kind, count).map((body, index) => ({ kind, id: `${beginning}${index}`, parentId: undefined, body }));
  const owned = (
    kind: keyof typeof bodies,
    id: string | undefined,
    parent: string,
    parents: number,
    count: number,
  ): Seed[] =>
    sample(kind, count).map((body, index) => ({
      kind,
      id: id && `${id}${index}`,
      parentId: at(parent, id ? index * 7 : index, parents),
      body,
    }));
  // Each pair of a mission and an astronaut, or a spacecraft, occurs once.
  const pairs = (kind: "crew" | "vehicles", beginning: string, members: number, count: number): Seed[] =>
    sample(kind, count).map((body, index) => ({
      kind,
      id: at(beginning, index + Math.floor(index / missions) * (kind === "crew" ? 5 : 1), members),
      parentId: at("m", index, missions),
      body: kind === "crew" ? { ...body, spacecraft_id: null } : body,
    }));
  // No astronaut is busy, and nothing is part of what comes later.
  const idle = top("missions", "m", missions).map((seed, index) => ({
    ...seed,
    body: {
      ...seed.body,
      crew_size: null,
      status: seed.body.status === "active" ? "completed" : seed.body.status,
      destination: seed.body.destination && at("w", index, moons),
      part_of: index % 3 === 0 && index > 0 ? at("m", index * 5, index) : null,
    },
  }));
  for (const seeds of [
    top("planets", "w", planets),
    [...owned("moons", "w", "w", planets, moons), ...owned("atmosphere", undefined, "w", planets, planets)],
    [...owned("surface", undefined, "w", planets, planets - 1), ...top("space-stations", "t", 4)],
    top("spacecraft", "s", spacecraft),
    owned("navigation-system", undefined, "s", spacecraft, spacecraft - 1),
    top("astronauts", "a", astronauts),
    owned("training", "l", "a", astronauts, below.training),
    idle,
    pairs("vehicles", "s", spacecraft, below.vehicles),
    pairs("crew", "a", astronauts, below.crew),
    owned("objectives", "o", "m", missions, below.objectives),
    owned("data", "d", "m", missions, below.data),
  ])
    await create(served, seeds);
}

async function create({ store, catalog, clock }: Served, seeds: readonly Seed[]): Promise<void> {
  clock.advance(60_000);
  await store.write(async (tx) => {
    for (const { kind, id, parentId, body } of seeds) {
      const resource = catalog.resource(kind);
      await tx.replace(
        resource,
        { id: id ?? parentId!, parentId },
        readSubmission(resource, "replace", JSON.parse(JSON.stringify(body))),
      );
    }
  });
}
