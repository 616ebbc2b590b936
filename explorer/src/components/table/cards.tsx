/** The records of a list as cards, where there is no room for a table. */
import type { Field } from "../../../../kit/description/model.ts";
import { rowKey } from "../../live/row-changes.ts";
import type { Data } from "../../requests/data.ts";
import { Icon } from "../icon.tsx";
import { isSelected, PageBox, RowBox } from "../selection/boxes.tsx";
import { RecordLink, RecordValue } from "./record-cell.tsx";
import type { RecordsProps } from "./records-table.tsx";
import { RowMarkWord, rowClass } from "./row-mark.tsx";

/** The cards of a list. */
export function RecordCards(props: RecordsProps) {
  const { view, columns, link, records, placeOf, isPast, quick, marks, selection } = props;
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
                    <RecordValue view={view} field={field} record={record} short={isShortened(field)} />
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

/** Returns whether cards show a value in short, like tables: all but dates. */
function isShortened({ kind }: Field): boolean {
  return kind !== "date" && kind !== "instant";
}

/** Returns whether values of a field may be long. */
function isText({ kind }: Field): boolean {
  return kind === "multiline" || kind === "text" || kind === "json";
}
