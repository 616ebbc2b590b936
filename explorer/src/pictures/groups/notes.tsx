/** Notes below a picture of groups: what it leaves out, and how to read it. */
import type { View } from "../../../../kit/description/model.ts";
import { Link } from "../../description/past/link.tsx";
import { countText } from "../../units.ts";
import type { Drawn } from "./numbers/drawn.ts";
import { measureName, notDrawnText, recordsText } from "./numbers/say.ts";

/** Counts what is not drawn. */
export function Notes({
  view,
  drawn,
  isTooNarrow,
  rest,
  showAll,
}: {
  readonly view: View;
  readonly drawn: Drawn;
  readonly isTooNarrow: boolean;
  /** The number of rows that are not drawn yet. */
  readonly rest: number;
  readonly showAll: () => void;
}) {
  const { shape, rows, later, undated, lacking } = drawn;
  const { field, period } = shape.along;
  const isRough = field.precision !== undefined && period !== undefined && !/year|decade/.test(period);
  return (
    <>
      {rest > 0 && (
        <p className="more-row">
          <button type="button" className="btn" onClick={showAll}>
            Show {countText(rest)} more
          </button>
        </p>
      )}
      <p className="caption">
        {isTooNarrow && "There are more columns than there is room for: choose longer periods. "}
        <NotDrawn later={later} undated={undated} />
        {isRough && "Dates that are known only roughly count on their first day. "}
        {lacking > 0 &&
          `${recordsText(view, lacking)} ${lacking === 1 ? "is" : "are"} in groups without a value: there is no ${measureName(shape, view)}. `}
        {rows.length > 0 && !isTooNarrow && "Each piece and each number links to its records."}
      </p>
    </>
  );
}

function NotDrawn({ later, undated }: Pick<Drawn, "later" | "undated">) {
  const words = notDrawnText({ later, undated });
  if (words === undefined) return null;
  if (!undated?.search) return `${words}. `;
  return (
    <>
      {words} (<Link to={{ search: undated.search }}>those without</Link>).{" "}
    </>
  );
}
