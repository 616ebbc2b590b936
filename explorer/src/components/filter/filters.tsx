/** The filters of a list: chips, and a button to add more. */
import { lazy, type RefObject, useEffect, useRef, useState } from "react";
import { Chips, type ChipsProps } from "../chips/chips.tsx";
import type { ChipContent, ChipPart } from "../chips/chips-in.ts";
import { Icon } from "../icon.tsx";
import { Lazy } from "../lazy.tsx";

const load = () => import("./filter-panel.tsx");
const FilterPanel = lazy(load);

/** Props of `Filters`. */
export interface FiltersProps extends Omit<ChipsProps, "edit" | "extend"> {
  /** The path of the list. */
  readonly path: string;
}

interface Opened {
  readonly triggerRef: RefObject<HTMLElement | null>;
  /** The filter that is changed. */
  readonly part?: ChipPart;
  /** The chip to which one is added. */
  readonly chip?: ChipContent;
}

/** The chips, and "Filter". */
export function Filters(props: FiltersProps) {
  const { view, path, search, nameOf, children } = props;
  const addRef = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const prepare = () => void load().catch(() => {});
  /** The position of the chip from which the panel was opened, and the query at that time. */
  const left = useRef({ place: -1, search });
  const close = () => {
    const place = itemsAround(addRef).findIndex((item) => item.contains(opened?.triggerRef.current ?? null));
    left.current = { place, search };
    setOpened(undefined);
  };
  // A chip that changed is another element: the focus goes to what is in its place.
  useEffect(() => {
    const { place, search: before } = left.current;
    if (search === before) return;
    left.current = { place: -1, search };
    if (document.activeElement === document.body) itemsAround(addRef)[place]?.querySelector("button")?.focus();
  });
  return (
    <>
      <Chips
        {...props}
        edit={(part, button) => setOpened({ triggerRef: { current: button }, part })}
        extend={(chip, button) => setOpened({ triggerRef: { current: button }, chip })}
      >
        {view.filters.length > 0 && (
          <button
            ref={addRef}
            type="button"
            className="chip is-add"
            aria-haspopup="dialog"
            aria-expanded={opened?.triggerRef === addRef}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => setOpened({ triggerRef: addRef })}
          >
            <span>
              <Icon name="plus" size={14} />
              Filter
            </span>
          </button>
        )}
        {children && <span className="small soft num">{children}</span>}
      </Chips>
      {opened && (
        <Lazy>
          <FilterPanel
            view={view}
            path={path}
            nameOf={nameOf}
            part={opened.part}
            chip={opened.chip}
            triggerRef={opened.triggerRef}
            close={close}
          />
        </Lazy>
      )}
    </>
  );
}

/** Returns the items of the list in which a button is: the chips, and the button itself. */
function itemsAround({ current }: RefObject<HTMLElement | null>): Element[] {
  return [...(current?.closest("ul")?.children ?? [])];
}
