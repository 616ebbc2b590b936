/**
 * Brings the data in a database up to those that are shipped, without losing what somebody has changed: a three-way merge of
 * each record, all in one transaction. An update that is interrupted has changed nothing, and is run again.
 */
import type { DataSource } from "../../declare/registry/registry.ts";
import type { Values } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { recordPath } from "../../resource/templates.ts";
import type { Store, Write } from "../../store/store.ts";
import { hasOtherData, readShipped, readStoredDataset, rememberData } from "./base.ts";
import { carryOut } from "./carry-out.ts";
import { faultsIn } from "./dataset.ts";
import type { FieldDifference } from "./merge.ts";
import { byKey, type Change, type Kept, keptIn, plan, type Shipped, type Step } from "./plan.ts";
import { keyIn, readData } from "./sources.ts";

/** How to update. */
export interface UpdateOptions {
  /** The data as they were shipped before, if the database does not remember them. */
  readonly base?: DataSource | undefined;
  /** Whether to undo everything in the end. */
  readonly dryRun?: boolean;
}

/** What an update did, or would do. */
export interface DataUpdate {
  /** The days whose state the data described before, and describe now, if they say so. */
  readonly asOf: { readonly stored: string | undefined; readonly shipped: string | undefined };
  readonly changes: readonly Change[];
  readonly kept: readonly Kept[];
}

/** Undoes what a dry run has tried. */
const UNDONE = new Error("A dry run changes nothing.");

/** The database does not remember with which data it was filled. */
export class UnknownBase extends Error {}

/**
 * Updates the data. Other writers wait meanwhile.
 * @param sources of the data that are shipped now
 * @throws UnknownBase; SettingError if data cannot be read
 */
export async function updateData(
  store: Store,
  sources: readonly DataSource[],
  { base, dryRun = false }: UpdateOptions = {},
): Promise<DataUpdate> {
  let update: DataUpdate | undefined;
  const run = async (write: Write): Promise<void> => {
    // Nobody else writes now, so the reads outside the transaction show what it changes.
    const shipped = readData(sources, store.catalog);
    const before = base === undefined ? await readShipped(store) : valuesIn(readData([base], store.catalog).records);
    if (!before) throw new UnknownBase();
    const { asOf: stored } = await readStoredDataset(store);
    const now = valuesIn(shipped.records);
    const { steps, kept } = await plan(store, before, now);
    const { done, refused } = await carryOut(steps, write);
    const changes = changesOf(done);
    update = {
      asOf: { stored, shipped: shipped.asOf },
      changes,
      kept: [
        ...kept,
        ...[...refused].map(([step, problem]) => ({ ...keptIn(step, "refused"), message: faultsIn(problem) })),
      ],
    };
    if (dryRun) throw UNDONE;
    if (changes.length === 0 && !(await hasOtherData(store, sources))) return;
    await write((tx) => rememberData(tx.system, shipped, nextBase(store.catalog, now, [...refused.keys()])));
  };
  await store.transaction(run).catch((reason) => {
    if (reason !== UNDONE) throw reason;
  });
  return update!;
}

function valuesIn(records: ReadonlyMap<Resource, readonly { readonly values: Values }[]>): Shipped {
  return new Map([...records].map(([resource, all]) => [resource, all.map(({ values }) => values)]));
}

/** The changes that steps made; those of one record are one. */
function changesOf(steps: readonly Step[]): Change[] {
  const changes = new Map<string, Change>();
  for (const { action, resource, record, fields } of steps) {
    const path = recordPath(resource, record);
    changes.set(path, { action, resource, path, fields: [...(changes.get(path)?.fields ?? []), ...fields] });
  }
  return [...changes.values()];
}

/** What to remember as shipped: of what was refused, what was shipped before, so that it is tried again. */
function nextBase({ resources }: Catalog, now: Shipped, refused: readonly Step[]): Shipped {
  const all = new Map(resources.map((resource) => [resource, byKey(resource, now.get(resource))]));
  for (const { action, resource, record, base, fields } of refused) {
    const records = all.get(resource)!;
    const key = keyIn(resource, record)!;
    if (action === "create") records.delete(key);
    else if (action === "delete") records.set(key, record);
    else records.set(key, { ...records.get(key), ...valuesBefore(base!, fields) });
  }
  return new Map([...all].map(([resource, records]) => [resource, [...records.values()]]));
}

function valuesBefore(base: Values, fields: readonly FieldDifference[]): Values {
  return Object.fromEntries(fields.map(({ field }) => [field, base[field] ?? null]));
}
