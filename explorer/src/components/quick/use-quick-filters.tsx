/** Filters from the values of a record: Alt and a click on a value, or the menu of its row. */
import { lazy, type MouseEvent, type ReactNode, type RefObject, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/queries.ts";
import { Lazy } from "../lazy.tsx";

const load = () => import("./quick-menu.tsx");
const QuickMenu = lazy(load);

interface Opened {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly record: Data;
  /** The names of the fields. */
  readonly fields: readonly string[];
}

/** The quick filters of a list. */
export interface QuickFilters {
  /** Takes clicks on cells, which have `data-field` in a row with `data-index`. */
  readonly onClick: (event: MouseEvent) => void;
  /** The open menu. */
  readonly menu: ReactNode;
}

/** Returns quick filters of some records. The button of a row has the class `quick`. */
export function useQuickFilters(view: View, records: readonly Data[], columns: readonly string[]): QuickFilters {
  const [opened, setOpened] = useState<Opened>();
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>(".quick");
    const cell = event.altKey ? target.closest<HTMLElement>("[data-field]") : null;
    const from = button ?? cell;
    const index = from?.closest<HTMLElement>("[data-index]")?.dataset.index;
    const record = index === undefined ? undefined : records[Number(index)];
    if (!from || !record) return;
    event.preventDefault();
    setOpened({ triggerRef: { current: from }, record, fields: button ? columns : [cell!.dataset.field!] });
  };
  const menu = opened && (
    <Lazy>
      <QuickMenu {...opened} view={view} close={() => setOpened(undefined)} />
    </Lazy>
  );
  return { onClick, menu };
}
