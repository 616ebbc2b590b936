/** Missions that are part of others: a ferry flight of an expedition, a lander of an orbiter. */
import type { RegistryReader } from "../../../../engine/declare/hooks.ts";
import { missions } from "./missions.ts";

/** A mission that another one is part of, and what it is part of itself, and so on. */
export async function wholesOf(partOf: string | null, registry: RegistryReader): Promise<string[]> {
  const wholes: string[] = [];
  for (let id = partOf; id !== null; ) {
    wholes.push(id);
    id = (await registry.find(missions, id))?.part_of ?? null;
  }
  return wholes;
}

/** A mission, and those that are part of it, directly or through others. */
export async function withParts(mission: string, registry: RegistryReader): Promise<string[]> {
  const ids = [mission];
  for (const id of ids) ids.push(...(await registry.referring(missions, "part_of", id)).map((part) => part.id));
  return ids;
}
