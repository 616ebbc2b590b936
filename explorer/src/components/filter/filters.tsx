/** The filters of a list: chips, and a button to add more. */
import { lazy, type RefObject, useRef, useState } from "react";
import { Chips, type ChipsProps } from "../chips/chips.tsx";
import { Icon } from "../icon.tsx";
import { Lazy } from "../lazy.tsx";

const load = () => import("./filter-panel.tsx");
const FilterPanel = lazy(load);

/** Props of `Filters`. */
export interface FiltersProps extends Omit<ChipsProps, "edit" | "children"> {
  /** The path of the list. */
  readonly path: string;
}

interface Opened {
  readonly triggerRef: RefObject<HTMLElement | null>;
  /** The filter that is changed; undefined for a new one. */
  readonly current: { readonly parameter: string; readonly value: string } | undefined;
}

/** The chips, and "Filter". */
export function Filters(props: FiltersProps) {
  const { view, path, nameOf } = props;
  const addRef = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const prepare = () => void load().catch(() => {});
  return (
    <>
      <Chips
        {...props}
        edit={(parameter, value, chip) => setOpened({ triggerRef: { current: chip }, current: { parameter, value } })}
      >
        {view.filters.length > 0 && (
          <button
            ref={addRef}
            type="button"
            className="chip is-add"
            aria-haspopup="dialog"
            aria-expanded={opened !== undefined && opened.current === undefined}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => setOpened({ triggerRef: addRef, current: undefined })}
          >
            <span>
              <Icon name="plus" size={14} />
              Filter
            </span>
          </button>
        )}
      </Chips>
      {opened && (
        <Lazy>
          <FilterPanel
            view={view}
            path={path}
            nameOf={nameOf}
            current={opened.current}
            triggerRef={opened.triggerRef}
            close={() => setOpened(undefined)}
          />
        </Lazy>
      )}
    </>
  );
}
