/** The records of a list as a table. */
import { type KeyboardEvent, memo, type ReactNode, useMemo } from "react";
import { isNumeric } from "../../../../kit/description/kinds.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { orderIn } from "../../address/order.ts";
import { Link } from "../../description/past/link.tsx";
import { specOf } from "../../fields/kinds/kinds.ts";
import { type RowMark, rowKey } from "../../live/row-changes.ts";
import type { Data } from "../../requests/queries.ts";
import { Icon } from "../icon.tsx";
import type { QuickFilters } from "../quick/use-quick-filters.tsx";
import { isSelected, PageBox, RowBox } from "../selection/boxes.tsx";
import type { RowSelection } from "../selection/selected.ts";
import { HeadCell } from "./head-cell.tsx";
import { type ListState, RecordLink, RecordValue } from "./record-cell.tsx";
import { RowMarkWord, rowClass } from "./row-mark.tsx";
import { HiddenSort } from "./sorted.tsx";

/** Props of `Records`. */
export interface RecordsProps {
  readonly view: View;
  readonly columns: readonly Field[];
  /** The name of the column that leads to the record. */
  readonly link: string;
  readonly records: readonly Data[];
  readonly search: string;
  /** Returns the place from which a record's page finds its neighbors. */
  readonly placeOf: (index: number) => ListState;
  /** Rows of a page before, while the next one is loaded. */
  readonly isPast: boolean;
  readonly quick: QuickFilters;
  /** The changes of rows since they were shown, by `rowKey`. */
  readonly marks: ReadonlyMap<string, RowMark>;
  /** The selected rows; undefined while rows cannot be selected. */
  readonly selection?: RowSelection | undefined;
}

/** With more columns, long texts are cut sooner. */
const MANY = 7;

/** The table of a list. */
export function RecordsTable(props: RecordsProps) {
  const { view, columns, link, records, search, placeOf, isPast, quick, marks, selection } = props;
  const shown = useMemo(() => columns.map(withoutUnit), [columns]);
  const table = (
    <div className={columns.length > MANY ? "tbl-scroll has-many" : "tbl-scroll"}>
      <table className={isPast ? "tbl is-past" : "tbl"} aria-busy={isPast} onKeyDown={moveOverRows}>
        <caption className="sr">{view.heading}</caption>
        <TableHead
          view={view}
          columns={columns}
          search={search}
          first={selection && <PageBox selection={selection} records={records} />}
          hasMenu
        />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it are operated by keys */}
        <tbody onClick={quick.onClick}>
          {records.map((record, index) => (
            <Row
              key={rowKey(record)}
              view={view}
              columns={shown}
              link={link}
              record={record}
              position={index}
              mark={marks.get(rowKey(record))}
              isOn={isSelected(selection, record)}
              select={selection?.select}
              {...placeOf(index)}
            />
          ))}
        </tbody>
      </table>
      {quick.menu}
    </div>
  );
  return (
    <>
      <HiddenSort view={view} columns={columns} search={search} />
      {table}
    </>
  );
}

/** The heads of the columns. */
export function TableHead({
  view,
  columns,
  search,
  first,
  hasMenu = false,
}: {
  readonly view: View;
  readonly columns: readonly Field[];
  readonly search: string;
  /** A cell before the first column. */
  readonly first?: ReactNode;
  /** Whether each row ends with a menu. */
  readonly hasMenu?: boolean;
}) {
  const keys = orderIn(view, search);
  return (
    <thead>
      <tr>
        {first && <td className="select">{first}</td>}
        {columns.map((field) => (
          <HeadCell key={field.name} {...{ view, field, search, keys }} sortable={view.sortable.includes(field.name)} />
        ))}
        {view.kind === "membership" && <th scope="col">Entry</th>}
        {hasMenu && <td />}
      </tr>
    </thead>
  );
}

interface RowProps extends ListState {
  readonly view: View;
  readonly columns: readonly Field[];
  readonly link: string;
  readonly record: Data;
  /** Among all that are shown. */
  readonly position: number;
  readonly mark: RowMark | undefined;
  /** Whether it is selected; undefined if it cannot be. */
  readonly isOn: boolean | undefined;
  readonly select: RowSelection["select"] | undefined;
}

const Row = memo(function Row(props: RowProps) {
  const { view, columns, link, record, position, mark, isOn, select, list, index, hasUsualColumns } = props;
  const from = { list, index, hasUsualColumns };
  const self: string | undefined = record._links?.self;
  return (
    <tr data-index={position} className={rowClass(mark, isOn)}>
      {select && (
        <td className="select">
          {isOn !== undefined && (
            <RowBox name={String(record[link] ?? record.id)} position={position} isOn={isOn} select={select} />
          )}
        </td>
      )}
      {columns.map((field) => (
        <td key={field.name} className={field.name === link ? "name" : specOf(field).column} data-field={field.name}>
          {field.name === link ? (
            <>
              <RecordLink view={view} field={field} record={record} from={from} />
              <RowMarkWord mark={mark} />
            </>
          ) : (
            <RecordValue view={view} field={field} record={record} short />
          )}
        </td>
      ))}
      {view.kind === "membership" && (
        <td>
          {self && (
            <Link to={pageOf(self)} state={from}>
              open<span className="sr"> the entry of {record[link] ?? record.id}</span>
            </Link>
          )}
        </td>
      )}
      <td className="row-menu">
        <button type="button" className="btn is-icon is-bare is-small quick" aria-label="Filter by these values">
          <Icon name="more" />
        </button>
      </td>
    </tr>
  );
});

/** Returns a field without its unit, which the head of the column has. */
function withoutUnit(field: Field): Field {
  return isNumeric(field) ? { ...field, unit: undefined } : field;
}

/** Moves the focus to the record above or below, or to its box: arrows, or j and k. */
function moveOverRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  const row = (event.target as Element).closest("tbody > tr");
  if (step === undefined || !row || event.ctrlKey || event.altKey || event.metaKey) return;
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  event.preventDefault();
  const isBox = (event.target as Element).matches(".box");
  next?.querySelector<HTMLElement>(isBox ? ".box" : ".name a")?.focus();
}
