/** The first pass over a file: every fault of every line, before anything is sent. */
import type { View } from "../../../kit/description/model.ts";
import { targetsOf } from "../../../kit/import/columns.ts";
import { faultText } from "../../../kit/import/faults.ts";
import { canMakeIds, type ImportMode, type ImportPlan, Planner } from "../../../kit/import/plan.ts";
import { UnreadableFile } from "../../../kit/rows/row.ts";
import { Refused, UsageError } from "../../console/exit-codes.ts";
import { say } from "../../console/output.ts";
import { formatCount, quantity } from "../../console/text.ts";
import type { Address } from "../service/address.ts";
import { type ColumnChoices, type ColumnOptions, chooseColumns } from "./choices.ts";
import { type FileFault, newDigest, type SourceFile } from "./source-file.ts";

/** What the first pass found. */
export interface CheckedFile {
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
  /** The number of rows that are imported. */
  readonly selected: number;
  /** The places of rows that are skipped although their record differs from the first one with its id; at most ten. */
  readonly differing: readonly string[];
  /** The first faults; `faultCount` counts all. */
  readonly faults: readonly FileFault[];
  readonly faultCount: number;
}

/** The numbers of faults and places that are shown. */
const [MAX_SHOWN, MAX_PLACES] = [100, 10];
/** The place of what concerns all rows. */
const COLUMNS = "columns";

/** The options that decide what becomes of rows. */
export interface PlanOptions extends ColumnOptions {
  readonly mode: ImportMode;
  readonly distinct?: true;
  /** A row without an id gets one that is made of its title. */
  readonly makeIds?: true;
}

/** What becomes of the rows of a file, and the first pass over them. */
interface FilePlan {
  readonly plan: ImportPlan;
  /** What becomes of its columns. */
  readonly choices: ColumnChoices;
  readonly checked: CheckedFile;
}

/**
 * Plans a whole file.
 * @throws UsageError if an option names an unknown field
 */
export async function planFile(
  source: SourceFile,
  { view, path, fixed }: Address,
  options: PlanOptions,
): Promise<FilePlan> {
  const { columns, format, fault } = await source.head();
  const targets = targetsOf(view, fixed);
  const choices = chooseColumns(columns, { targets, view }, options);
  const { matches, set } = choices;
  const { mode, distinct: isDistinct = false, makeIds: makesIds = false } = options;
  if (
    makesIds &&
    !canMakeIds(view, { ...matches, ...Object.fromEntries(Object.keys(set).map((name) => [name, name])) })
  )
    throw new UsageError(`--make-ids: ${reasonAgainstIds(view, path)}`);
  const plan: ImportPlan = { view, mode, format, path, targets, matches, set, isDistinct, makesIds };
  const { absent } = choices;
  const noted = fault ? [fault] : absent.map((message) => ({ place: COLUMNS, message }));
  // There is no use in rows of another file than the one that was meant.
  const checked =
    noted.length > 0
      ? { ...UNCHECKED, faults: noted, faultCount: noted.length }
      : await checkFile(source, plan, choices.faults);
  return { plan, choices, checked };
}

/** The result for a file whose rows are not looked at. */
const UNCHECKED = { digest: "", selected: 0, differing: [] };

/** Why ids cannot be made in a list, or of this file. */
function reasonAgainstIds(view: View, path: string): string {
  return canMakeIds(view, { any: view.title })
    ? `a column for ${view.title} is needed, from which ids are made. Assign one with --map.`
    : `records of ${path} cannot be created with ids of their own.`;
}

/**
 * Reads a whole file, and checks every row.
 * @param inColumns what is wrong with the columns
 */
async function checkFile(source: SourceFile, plan: ImportPlan, inColumns: readonly string[]): Promise<CheckedFile> {
  const hash = newDigest();
  const faults: FileFault[] = [];
  const differing: string[] = [];
  let [selected, faultCount] = [0, 0];
  const note = (place: string, message: string): void => {
    faultCount += 1;
    if (faults.length < MAX_SHOWN) faults.push({ place, message });
  };
  const planner = new Planner(plan);
  for (const message of inColumns) note(COLUMNS, message);
  try {
    for await (const row of (await source.read(hash)).rows) {
      // A file without rows lacks nothing.
      if (row.number === 1) for (const name of planner.missing) note(COLUMNS, missingColumn(name));
      const { action, faults: itsFaults, differs } = planner.next(row);
      for (const fault of itsFaults) note(row.place, faultText(fault));
      if (differs && differing.length < MAX_PLACES) differing.push(row.place);
      if (action !== "fault" && action !== "skip") selected += 1;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    note(`line ${error.line}`, error.message);
  }
  return { digest: hash.digest("hex"), selected, differing, faults, faultCount };
}

/** Said once, instead of on every line. */
function missingColumn(name: string): string {
  return `There is no column for ${name}, which every row needs. Assign one with --map "<column>=${name}", or set a value with --set "${name}=<value>".`;
}

/** @throws Refused with the number of faults, after each was printed to standard error */
export function refuseFaults({ checked: { faults, faultCount }, choices: { known } }: FilePlan): void {
  if (faultCount === 0) return;
  for (const { place, message } of faults) say(`${place}: ${message}`);
  if (faultCount > faults.length) say(`… and ${formatCount(faultCount - faults.length)} more.`);
  if (known.length > 0) say(`Fields: ${known.join(", ")}.`);
  throw new Refused(`The file has ${quantity(faultCount, "fault")}. Nothing was sent.`);
}
