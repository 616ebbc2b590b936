/**
 * A program that deletes the record `whole` with its parts, in a heap that its command line limits: each part is large, and
 * another record counts it too, so that it has to be read.
 */

import { pathToFileURL } from "node:url";
import { openRegistry } from "../../../engine/app/bootstrap.ts";
import { readConfig } from "../../../engine/app/config.ts";
import type { Declaration } from "../../../engine/declare/declaration.ts";
import { collection } from "../../../engine/declare/declare.ts";
import { anyObject, reference, text } from "../../../engine/declare/fields.ts";
import { systemClock } from "../../../engine/runtime/clock.ts";
import type { Store } from "../../../engine/store/store.ts";
import { spaceMissions } from "../domain/space/registry.ts";

const name = text().required().listed();
const wholes = collection("wholes", { one: "whole", about: "What has parts.", fields: { name } });
const makers = collection("makers", { one: "maker", about: "Who made parts.", fields: { name } });
const parts = collection("parts", {
  of: wholes,
  one: "part",
  about: "Parts of a whole.",
  fields: { maker_id: reference("makers").counted().required(), drawing: anyObject(64 * 1_024) },
});

/** The declarations, parents first. */
const DECLARATIONS: readonly Declaration[] = [wholes, makers, parts];

/** Opens the store of the declarations. */
export async function openParts(url: string): Promise<Store> {
  const config = readConfig({ DATABASE_URL: url }, spaceMissions);
  return (await openRegistry(DECLARATIONS, config, systemClock)).store;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const store = await openParts(process.env.DATABASE_URL!);
  await store.write((tx) => tx.delete(store.catalog.resource("wholes"), { id: "whole" }, { cascade: true }));
  await store.close();
}
