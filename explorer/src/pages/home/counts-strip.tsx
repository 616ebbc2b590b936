/** Counts the records of each kind. */

import type { View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { useCount, useCounts } from "../../components/frame/counts.ts";
import { Link } from "../../description/past/link.tsx";
import { countText, quantity } from "../../units.ts";

/** All collections with their counts, as links, and the number of all records. */
export function CountsStrip({ views }: { readonly views: readonly View[] }) {
  return (
    <nav className="counts" aria-label="Collections and their counts">
      {views.map((view) => (
        <Count key={view.path} view={view} />
      ))}
      <TotalCount views={views} />
    </nav>
  );
}

function Count({ view }: { readonly view: View }) {
  const { path, heading } = view;
  const count = useCount(view);
  return (
    <Link to={pageOf(path)}>
      <b>{count === undefined ? "\u2007" : countText(count)}</b> {heading}
    </Link>
  );
}

/** The number of all records, once all are counted. */
function TotalCount({ views }: { readonly views: readonly View[] }) {
  const counts = useCounts(views);
  const total = counts.reduce((sum: number, count) => sum + (count ?? 0), 0);
  return <span className="total">{counts.includes(undefined) ? "\u2007" : quantity(total, "record")}</span>;
}
