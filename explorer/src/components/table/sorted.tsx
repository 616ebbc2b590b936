/** The order of a list, where its heads do not say it. */

import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { orderIn, sortedBy } from "../../address/order.ts";
import { Link } from "../../description/past/link.tsx";
import { Icon } from "../icon.tsx";
import { Popover } from "../overlay/popover.tsx";

/** Says how a table is sorted, if by a column that it does not show. */
export function HiddenSort(props: {
  readonly view: View;
  readonly columns: readonly Field[];
  readonly search: string;
}) {
  const isShown = (field: string) => props.columns.some(({ name }) => name === field);
  return orderIn(props.view, props.search).every(({ field }) => isShown(field)) ? null : <Sorted {...props} />;
}

/** Says how the list is sorted, and lets people choose it. */
export function Sorted({ view, search }: { readonly view: View; readonly search: string }) {
  const keys = orderIn(view, search);
  if (view.sortable.length === 0) return null;
  const labelOf = (name: string) => fieldNamed(view, name).label;
  const text = keys.map(({ field, descending }) => `${midSentence(labelOf(field))} ${descending ? "↓" : "↑"}`);
  // The list may be sorted by what it does not offer: a field of a related record.
  const names = new Set([...keys.map(({ field }) => field).filter((name) => name.includes(".")), ...view.sortable]);
  return (
    <div className="small soft sorted">
      {keys.length === 0 ? "Sorted by id " : `Sorted by ${text.join(", ")} `}
      <Popover name="Sort" className="is-sort" button={{ children: "change", look: "bare", small: true }}>
        {() => (
          <ul aria-label="Sort by">
            {[...names].map((name) => {
              const rank = keys.findIndex(({ field }) => field === name);
              const direction = keys[rank] && (keys[rank].descending ? "descending" : "ascending");
              return (
                <li key={name}>
                  <Link
                    to={{ search: sortedBy(view, search, name, true) }}
                    aria-current={direction ? "true" : undefined}
                  >
                    {labelOf(name)}
                    {direction && <Icon name={direction} size={12} />}
                    {direction && <span className="sr">{direction}</span>}
                    {direction && keys.length > 1 && <span className="rank">{rank + 1}</span>}
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Popover>
    </div>
  );
}
