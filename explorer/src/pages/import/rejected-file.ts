/** Rows that were not stored, as a file that can be fixed and imported again. */
import Papa from "papaparse";
import { faultText } from "../../../../kit/import/faults.ts";
import type { PlannedRow } from "../../../../kit/import/plan.ts";
import type { Table } from "./table.ts";

/**
 * Writes the rows as they were in the file, as CSV if they came from it and as NDJSON otherwise. Each also says where
 * it was and what is wrong with it, under names that imports ignore because they begin with `_`.
 */
export function rejectedFile(rows: readonly PlannedRow[], { columns, format }: Table): Blob {
  const noted = rows.map(({ row: { place, values, surplus = [] }, faults }) => ({
    ...values,
    ...(surplus.length > 0 ? { _surplus: surplus.join(" | ") } : {}),
    _row: place,
    _faults: faults.map(faultText).join(" "),
  }));
  if (format !== "csv")
    return new Blob(
      noted.map((row) => `${JSON.stringify(row)}\n`),
      { type: "application/x-ndjson" },
    );
  const fields = [...columns, "_surplus", "_row", "_faults"];
  return new Blob([Papa.unparse({ fields, data: noted })], { type: "text/csv" });
}
