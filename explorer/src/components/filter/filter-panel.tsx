/** The popover in which a filter is made: the field first, then how it is compared with what. */
import { type RefObject, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { fieldNamed, filterNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { FieldPicker } from "./field-picker.tsx";
import { FilterForm } from "./filter-form.tsx";

/** Props of `FilterPanel`. */
export interface FilterPanelProps {
  readonly view: View;
  readonly path: string;
  readonly nameOf: NameOf;
  /** The filter that is changed; undefined for a new one. */
  readonly current: { readonly parameter: string; readonly value: string } | undefined;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly close: () => void;
}

/** The popover of a filter. */
export default function FilterPanel(props: FilterPanelProps) {
  const { view, path, nameOf, current, triggerRef, close } = props;
  const changeSearch = useChangeSearch();
  const filter = current && filterNamed(view, current.parameter);
  const [field, setField] = useState<Field | undefined>(filter && fieldNamed(view, filter.field));
  const apply = (changes: Readonly<Record<string, string | undefined>>) => {
    close();
    changeSearch((now) => withParameters(now, { ...(current ? { [current.parameter]: undefined } : {}), ...changes }));
  };
  return (
    <Popover className="pop" triggerRef={triggerRef} isOpen onOpenChange={close} placement="bottom start">
      <Dialog className="pop-in filter" aria-label={current ? "Change the filter" : "Add a filter"}>
        {field ? (
          <FilterForm
            key={field.name}
            view={view}
            path={path}
            field={field}
            nameOf={nameOf}
            current={current && filter?.field === field.name ? current : undefined}
            apply={apply}
            back={() => setField(undefined)}
          />
        ) : (
          <FieldPicker view={view} pick={setField} />
        )}
      </Dialog>
    </Popover>
  );
}
