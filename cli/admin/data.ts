/** `data update`: brings the data in a database up to those of this version, and keeps what somebody has changed. */
import type { Command } from "commander";
import { openRegistry } from "../../engine/app/bootstrap.ts";
import { dataOf } from "../../engine/app/data/dataset.ts";
import type { Change, Kept } from "../../engine/app/data/plan.ts";
import { type DataUpdate, UnknownBase, updateData } from "../../engine/app/data/update.ts";
import type { Registry } from "../../engine/declare/registry/registry.ts";
import { namesInText } from "../../engine/resource/text.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import { Refused } from "../console/exit-codes.ts";
import { addExamples } from "../console/help.ts";
import { print, say } from "../console/output.ts";
import { formatCount, formatValue, quantity } from "../console/text.ts";
import { readDatabaseConfig, requireDatabase } from "./database.ts";

interface UpdateOptions {
  readonly yes?: boolean;
  readonly base?: string;
  readonly json?: boolean;
}

/** @throws Refused if the registry has no data, or the database does not remember those it has */
async function runUpdate(registry: Registry, { yes = false, base, json = false }: UpdateOptions): Promise<void> {
  const config = requireDatabase(readDatabaseConfig(registry));
  const sources = dataOf(registry, config);
  if (sources.length === 0) throw new Refused("This registry has no data of its own, or DATASET is none.");
  const { store } = await openRegistry(registry.resources, config, systemClock);
  try {
    const update = await updateData(store, sources, { base, dryRun: !yes });
    if (json) print(JSON.stringify(toJson(update, yes), undefined, 2));
    else printUpdate(update, yes);
  } catch (reason) {
    if (!(reason instanceof UnknownBase)) throw reason;
    throw new Refused(
      "The database does not remember the data that it was filled with, because an earlier version did that. Name the folder with the data of that version: --base <folder>.",
    );
  } finally {
    await store.close();
  }
}

function printUpdate({ asOf: { stored, shipped }, changes, kept }: DataUpdate, isDone: boolean): void {
  if (shipped) say(`Data of ${shipped}; those of ${stored ?? "an unknown day"} are stored.`);
  const byResource = Map.groupBy(changes, ({ resource }) => resource);
  for (const [resource, ofResource] of byResource) print(`${namesInText(resource)}: ${countsOf(ofResource)}`);
  for (const each of kept) for (const line of linesOf(each)) print(line);
  const records = quantity(changes.length, "record");
  if (changes.length === 0) say("There is nothing to update.");
  else if (isDone) say(`${records} updated.`);
  else say(`Nothing was changed. With --yes, ${records} will be updated.`);
}

/** What happens to records, in words; in this order. */
const VERBS = { create: "new", update: "changed", delete: "deleted" };

/** `12 new, 3 changed`. */
function countsOf(changes: readonly Change[]): string {
  return Object.entries(VERBS)
    .map(([action, verb]) => [changes.filter((change) => change.action === action).length, verb] as const)
    .filter(([count]) => count > 0)
    .map(([count, verb]) => `${formatCount(count)} ${verb}`)
    .join(", ");
}

/** What stays as it is, one line for each field. */
function linesOf({ path, reason, fields, message }: Kept): string[] {
  if (reason === "refused") return [`refused: ${path} ${fields.map(({ field }) => field).join(", ")}: ${message}`];
  if (reason === "deleted") return [`kept: ${path} was deleted here`];
  if (fields.length === 0) return [`kept: ${path} was changed here, and is shipped no more`];
  return fields.map(({ field, mine, theirs }) => `kept: ${path} ${field}: ${shown(mine)} (shipped: ${shown(theirs)})`);
}

function shown(value: unknown): string {
  const text = formatValue(value);
  return text === "" ? "nothing" : text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The longest value that a line shows whole, in characters. */
const LONGEST = 60;

function toJson({ asOf, changes, kept }: DataUpdate, isDone: boolean): object {
  const named = <T extends Change | Kept>({ resource: { name }, ...others }: T) => ({ resource: name, ...others });
  return { data_as_of: asOf, done: isDone, changes: changes.map(named), kept: kept.map(named) };
}

/** Adds the command to the command line. */
export function addData(program: Command, registry: Registry): void {
  const data = program.command("data").description("The data that come with the registry.");
  const update = data
    .command("update")
    .description(
      "Shows what the data of this version change in the database. With --yes, it changes that: records and fields that nobody has touched are as they are shipped now, and the others stay.",
    )
    .option("--yes", "update the data, in one transaction; an update that is interrupted has changed nothing")
    .option("--base <folder>", "the data as they were shipped before, if the database does not remember them")
    .option("--json", "print every change and every difference that stays, as JSON")
    .action((options: UpdateOptions) => runUpdate(registry, options));
  for (const command of [data, update]) addExamples(command, "data update", "data update --yes");
}
