/** The head of a column: its name, its unit, and how the list is sorted by it. */
import type { MouseEvent } from "react";
import { isNumeric } from "../../../../kit/description/kinds.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { sortedBy } from "../../address/order.ts";
import type { SortKey } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { Link } from "../../description/past/link.tsx";
import { unitText } from "../../units.ts";
import { Icon } from "../icon.tsx";

/** Props of `HeadCell`. */
export interface HeadCellProps {
  readonly view: View;
  readonly field: Field;
  readonly search: string;
  readonly keys: readonly SortKey[];
  readonly sortable: boolean;
}

/** The head of a column. A click sorts; with Shift, the other keys stay. */
export function HeadCell({ view, field, search, keys, sortable }: HeadCellProps) {
  const changeSearch = useChangeSearch();
  const rank = keys.findIndex((key) => key.field === field.name);
  const current = keys[rank];
  const direction = current && (current.descending ? "descending" : "ascending");
  const label = (
    <>
      {field.label}
      {field.unit && isNumeric(field) && <span className="unit">{unitText(field.unit)}</span>}
    </>
  );
  const addKey = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    changeSearch((now) => sortedBy(view, now, field.name, true));
  };
  return (
    <th scope="col" aria-sort={direction} className={isNumeric(field) ? "r" : undefined} title={field.about}>
      {sortable ? (
        <Link to={{ search: sortedBy(view, search, field.name, false) }} onClick={addKey}>
          {label}
          {direction && <Icon name={direction} size={12} />}
          {direction && keys.length > 1 && <span className="rank">{rank + 1}</span>}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}
