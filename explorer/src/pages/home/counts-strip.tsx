/** Counts the records of each kind. */

import type { View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { useCount, useCounts } from "../../components/frame/counts.ts";
import { Link } from "../../description/past/link.tsx";
import { countText } from "../../units.ts";

/** A wide window has at most so many in a row. */
const MAX_COLUMNS = 8;

/** All collections with their counts, as links. */
export function CountsStrip({ views }: { readonly views: readonly View[] }) {
  const rows = Math.ceil(views.length / MAX_COLUMNS);
  const columns = Math.ceil(views.length / rows);
  const style = { "--columns": columns } as React.CSSProperties;
  return (
    <nav className="counts" aria-label="Collections and their counts" style={style}>
      {views.map((view, index) => (
        <Count key={view.path} view={view} beginsRow={index % columns === 0} />
      ))}
    </nav>
  );
}

function Count({ view, beginsRow }: { readonly view: View; readonly beginsRow: boolean }) {
  const { path, heading } = view;
  const count = useCount(view);
  return (
    <Link to={pageOf(path)} className={beginsRow ? "begins-row" : undefined}>
      <b>{count === undefined ? "\u2007" : countText(count)}</b> <span>{heading}</span>
    </Link>
  );
}

/** The number of all records, once all are counted. */
export function TotalCount({ views }: { readonly views: readonly View[] }) {
  const counts = useCounts(views);
  if (counts.includes(undefined)) return null;
  const total = counts.reduce((sum: number, count) => sum + (count ?? 0), 0);
  return (
    <span className="total">
      {countText(total)} {total === 1 ? "record" : "records"}
    </span>
  );
}
