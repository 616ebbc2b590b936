/** The menu of filters from the values of a record. */
import type { RefObject } from "react";
import { Header } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { quickFilters } from "../../fields/quick-filters.ts";
import type { Data } from "../../requests/queries.ts";
import { valueText } from "../chips/filter-text.ts";

/** Props of `QuickMenu`. */
export interface QuickMenuProps {
  readonly view: View;
  readonly record: Data;
  /** The names of the fields whose values are offered. */
  readonly fields: readonly string[];
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly close: () => void;
}

/** The menu, open. */
export default function QuickMenu({ view, record, fields, triggerRef, close }: QuickMenuProps) {
  const changeSearch = useChangeSearch();
  const sections = fields.flatMap((name) => {
    const field = fieldNamed(view, name);
    const value = record[name];
    const offered = value === undefined ? [] : quickFilters(view, field, value);
    // Of a whole row, only those that say something of this record.
    const filters = fields.length > 1 && value !== null ? offered.filter(({ id }) => id !== "not-empty") : offered;
    return filters.length > 0 ? [{ field, value, filters }] : [];
  });
  const choose = (key: string) => {
    const [name, id] = key.split(" ");
    const filter = sections.find(({ field }) => field.name === name)?.filters.find((each) => each.id === id);
    if (filter) changeSearch((now) => withParameters(now, filter.changes));
  };
  return (
    <Popover
      className="pop"
      aria-label="Filter by these values"
      triggerRef={triggerRef}
      isOpen
      onOpenChange={close}
      placement="bottom end"
    >
      <Menu
        className="menu is-quick"
        aria-label="Filter by these values"
        autoFocus="first"
        onAction={(key) => choose(String(key))}
        onClose={close}
        renderEmptyState={() => <p className="faint">The list cannot be filtered by this.</p>}
      >
        {sections.map(({ field, value, filters }) => (
          <MenuSection key={field.name}>
            <Header>
              {field.label} <b dir="auto">{value === null ? "no value" : textOf(field, value, record)}</b>
            </Header>
            {filters.map(({ id, label }) => (
              <MenuItem key={id} id={`${field.name} ${id}`}>
                {label}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}

function textOf(field: ReturnType<typeof fieldNamed>, value: unknown, record: Data): string {
  return valueText(field, String(value), () => record._embedded?.[field.relation ?? field.name]?.name);
}
