/** The selection of a list. It stays while pages are turned, and ends with the filters that it was made under. */
import { useCallback, useRef, useState } from "react";
import { filtersIn } from "../../address/query.ts";
import {
  between,
  pathOf,
  type RowSelection,
  type Selected,
  withSelected,
} from "../../components/selection/selected.ts";
import type { Data } from "../../requests/data.ts";

/** The selection of a list. */
export interface Selection {
  /** Whether rows can be selected now. */
  readonly isOn: boolean;
  readonly selected: Selected;
  readonly set: (selected: Selected) => void;
  readonly start: () => void;
  /** Ends it; nothing is selected any more. */
  readonly stop: () => void;
  /** The selection of the rows that are shown; undefined while rows cannot be selected. */
  readonly rows: RowSelection | undefined;
}

const NOTHING: Selected = new Map();
const NO_RECORDS: readonly Data[] = [];

/**
 * Returns the selection of a list.
 * @param search the query whose filters end it; undefined if it is made under any filter, and rows can always be selected
 * @param name the field that records are named by
 * @param records those that are shown
 */
export function useSelection(
  search: string | undefined,
  name: string,
  records: readonly Data[] = NO_RECORDS,
): Selection {
  const isAlways = search === undefined;
  const filters = isAlways ? undefined : filtersIn(search).join("&");
  const [isStarted, setIsOn] = useState(false);
  const isOn = isStarted || isAlways;
  const [made, setMade] = useState({ filters, selected: NOTHING });
  /** The path of the record that was clicked last, where a range begins: its position changes with page and order. */
  const last = useRef<string>(undefined);
  const isMade = made.filters === filters;
  const selected = isMade ? made.selected : NOTHING;
  const change = useCallback(
    (rows: readonly Data[], isSelected: boolean) =>
      setMade((before) => ({
        filters,
        selected: withSelected(before.filters === filters ? before.selected : NOTHING, rows, name, isSelected),
      })),
    [filters, name],
  );
  const select = useCallback(
    (position: number, isSelected: boolean, isRange: boolean) => {
      change(between(records, isRange && isMade ? last.current : undefined, position), isSelected);
      last.current = records[position] && pathOf(records[position]);
    },
    [change, records, isMade],
  );
  return {
    isOn,
    selected,
    set: (next) => setMade({ filters, selected: next }),
    start: () => setIsOn(true),
    stop: () => {
      setIsOn(false);
      setMade({ filters, selected: NOTHING });
      last.current = undefined;
    },
    rows: isOn
      ? { selected, select, selectAll: isAlways ? undefined : (isSelected) => change(records, isSelected) }
      : undefined,
  };
}
