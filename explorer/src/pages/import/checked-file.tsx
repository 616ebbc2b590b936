/** The results of the check, and the button that begins the import. */
import { Button } from "../../components/button.tsx";
import { useHealth } from "../../requests/health.ts";
import { countText } from "../../units.ts";
import type { Table } from "./read/table.ts";
import type { CheckedRows } from "./records/check.ts";
import { RejectedRows } from "./rejected-rows.tsx";

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
  return (
    <section className="sect">
      <header>
        <h2>Check</h2>
      </header>
      <p role="status">
        {!checked
          ? `Checking ${rowsText(total)} …`
          : bad === 0
            ? `${good === total && total > 1 ? "All " : ""}${rowsText(good)} can be imported.`
            : `${rowsText(good)} can be imported; ${rowsText(bad)} ${bad === 1 ? "has" : "have"} errors and will be skipped.`}
      </p>
      {bad > 0 && <RejectedRows rows={checked!.rejected} table={table} name="import-faults" />}
      <div className="btns">
        <Button
          look="main"
          disabled={good === 0 || offline !== undefined}
          onClick={() => {
            if (checked) begin(checked);
          }}
        >
          Import {checked ? rowsText(good) : ""}
        </Button>
      </div>
    </section>
  );
}

function rowsText(count: number): string {
  return `${countText(count)} ${count === 1 ? "row" : "rows"}`;
}
