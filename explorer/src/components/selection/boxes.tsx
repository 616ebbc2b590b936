/** The boxes that select rows of a list. */
import type { Data } from "../../requests/data.ts";
import { pathOf, type RowSelection, selectedOf } from "./selected.ts";

/** Selects a row. With Shift, also those between it and the one that was clicked last. */
export function RowBox({
  name,
  position,
  isOn,
  select,
}: {
  /** The name of the record. */
  readonly name: string;
  readonly position: number;
  readonly isOn: boolean;
  readonly select: RowSelection["select"];
}) {
  return (
    <label className="select-box">
      <input
        type="checkbox"
        className="box"
        aria-label={`Select ${name}`}
        checked={isOn}
        onChange={({ target, nativeEvent }) =>
          select(position, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
        }
      />
    </label>
  );
}

/** Selects all rows of a page; nothing where only a few can be selected. */
export function PageBox({
  selection: { selected, selectAll },
  records,
  children,
}: {
  readonly selection: RowSelection;
  readonly records: readonly Data[];
  /** The text beside it, where there is room. */
  readonly children?: string;
}) {
  if (!selectAll) return null;
  const state = selectedOf(selected, records);
  return (
    <label className="select-box">
      <input
        type="checkbox"
        className="box"
        aria-label={children === undefined ? "Select all on this page" : undefined}
        checked={state === "all"}
        ref={(box) => {
          if (box) box.indeterminate = state === "some";
        }}
        onChange={({ target }) => selectAll(target.checked)}
      />
      {children}
    </label>
  );
}

/** Returns whether a record is selected; undefined if it cannot be. */
export function isSelected(selection: RowSelection | undefined, record: Data): boolean | undefined {
  const path = pathOf(record);
  return selection && path !== undefined ? selection.selected.has(path) : undefined;
}
