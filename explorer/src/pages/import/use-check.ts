/** Checks the rows of a file while the page stays responsive. */
import { useEffect, useState } from "react";
import type { Table } from "./read/table.ts";
import { type CheckedRows, checkRows, type RowPlan } from "./records/check.ts";

/** Returns the checked rows; undefined while they are checked, also again after a change of the plan. */
export function useCheck(table: Table, { view, targets, matches, makesIds }: RowPlan): CheckedRows | undefined {
  const [checked, setChecked] = useState<CheckedRows>();
  useEffect(() => {
    const aborted = new AbortController();
    setChecked(undefined);
    void checkRows(table, { view, targets, matches, makesIds }, aborted.signal).then((result) => {
      if (!aborted.signal.aborted) setChecked(result);
    });
    return () => aborted.abort();
  }, [table, view, targets, matches, makesIds]);
  return checked;
}
