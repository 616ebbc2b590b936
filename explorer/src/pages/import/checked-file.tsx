/** The results of the check, and the button that begins the import. */
import { Button } from "../../components/button.tsx";
import { useHealth } from "../../requests/health.ts";
import { quantity } from "../../units.ts";
import type { CheckedRows } from "./check-rows.ts";
import { RejectedRows } from "./rejected-rows.tsx";
import type { Table } from "./table.ts";

/** The result of the check. */
export function CheckedFile({
  checked,
  table,
  begin,
}: {
  /** Undefined while rows are checked. */
  readonly checked: CheckedRows | undefined;
  readonly table: Table;
  readonly begin: (checked: CheckedRows) => void;
}) {
  const { offline } = useHealth();
  const total = table.rows.length;
  const [good, bad] = [checked?.accepted.length ?? 0, checked?.rejected.length ?? 0];
  const isIncomplete = checked !== undefined && checked.missing.length > 0;
  return (
    <section className="sect">
      <header>
        <h2>Check</h2>
      </header>
      <p role="status">
        {!checked
          ? `Checking ${quantity(total, "row")} …`
          : isIncomplete
            ? "Match a column to every required field first: then rows can be imported."
            : bad === 0
              ? `${good === total && total > 1 ? "All " : ""}${quantity(good, "row")} can be imported.`
              : `${quantity(good, "row")} can be imported; ${quantity(bad, "row")} ${bad === 1 ? "has" : "have"} errors and will be skipped.`}
      </p>
      {bad > 0 && <RejectedRows rows={checked!.rejected} table={table} name="import-faults" />}
      <div className="btns">
        <Button
          look="main"
          disabled={good === 0 || isIncomplete || offline !== undefined}
          onClick={() => {
            if (checked) begin(checked);
          }}
        >
          Import {checked ? quantity(good, "row") : ""}
        </Button>
      </div>
    </section>
  );
}
