/** The records of a list as cards, where there is no room for a table. */
import { Link } from "react-router";
import { nextSort, sortKeysIn, withSort } from "../../address/query.ts";
import { fieldNamed } from "../../description/list-fields.ts";
import type { Field, View } from "../../description/model.ts";
import { words } from "../../description/words.ts";
import { rowKey } from "../../live/row-changes.ts";
import type { Data } from "../../requests/data.ts";
import { Icon } from "../icon.tsx";
import { Popover } from "../overlay/popover.tsx";
import { isSelected, PageBox, RowBox } from "../selection/boxes.tsx";
import { RecordLink, RecordValue } from "./record-cell.tsx";
import type { RecordsProps } from "./records-table.tsx";
import { RowMarkWord, rowClass } from "./row-mark.tsx";

/** The cards of a list. */
export function RecordCards(props: RecordsProps) {
  const { view, columns, link, records, search, placeOf, isPast, quick, marks, selection } = props;
  const state = columns.find(
    ({ kind, name, tones }) =>
      name !== link && (kind === "lifecycle" || (kind === "enum" && Object.keys(tones).length > 0)),
  );
  const title = columns.find(({ name }) => name === link)!;
  const others = columns.filter((field) => field !== state && field !== title);
  const box = (record: Data, position: number) => {
    const isOn = isSelected(selection, record);
    if (!selection || isOn === undefined) return null;
    const name = String(record[link] ?? record.id);
    return <RowBox name={name} position={position} isOn={isOn} select={selection.select} />;
  };
  return (
    <>
      <Sorted view={view} search={search} />
      {selection && (
        <PageBox selection={selection} records={records}>
          Select all on this page
        </PageBox>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it are operated by keys */}
      <ul className={isPast ? "cards is-past" : "cards"} aria-busy={isPast} onClick={quick.onClick}>
        {records.map((record, index) => (
          <li
            key={rowKey(record)}
            data-index={index}
            className={rowClass(marks.get(rowKey(record)), isSelected(selection, record))}
          >
            <div className="top">
              {box(record, index)}
              <RecordLink view={view} field={title} record={record} from={placeOf(index)} />
              <RowMarkWord mark={marks.get(rowKey(record))} />
              {state && <RecordValue view={view} field={state} record={record} short />}
              <button type="button" className="btn is-icon is-bare is-small quick" aria-label="Filter by these values">
                <Icon name="more" />
              </button>
            </div>
            <dl>
              {others.map((field) => (
                <div key={field.name}>
                  <dt>{field.label}</dt>
                  <dd className={isText(field) ? "long" : undefined}>
                    <RecordValue view={view} field={field} record={record} short={isLong(field)} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {quick.menu}
    </>
  );
}

/** The values that cards show in short, like tables. */
function isLong({ kind }: Field): boolean {
  return kind !== "date" && kind !== "instant";
}

/** The values that may be long. */
function isText({ kind }: Field): boolean {
  return kind === "prose" || kind === "text" || kind === "json";
}

/** How the list is sorted, and the choice of it. */
function Sorted({ view, search }: { readonly view: View; readonly search: string }) {
  const keys = sortKeysIn(search);
  if (view.sortable.length === 0) return null;
  const text = keys.map(({ field, descending }) => `${words(field)} ${descending ? "↓" : "↑"}`);
  return (
    <div className="small soft sorted">
      {keys.length === 0 ? "Sorted by id " : `Sorted by ${text.join(", ")} `}
      <Popover name="Sort" className="is-sort" button={{ children: "change", look: "bare", small: true }}>
        {() => (
          <ul aria-label="Sort by">
            {view.sortable.map((name) => {
              const rank = keys.findIndex(({ field }) => field === name);
              const direction = keys[rank] && (keys[rank].descending ? "descending" : "ascending");
              return (
                <li key={name}>
                  <Link
                    to={{ search: withSort(search, nextSort(keys, name, true)) }}
                    aria-current={direction ? "true" : undefined}
                  >
                    {fieldNamed(view, name).label}
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
