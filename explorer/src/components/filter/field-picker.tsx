/** The choice of the field to filter by. */
import { useMemo } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Collection } from "react-aria-components/Collection";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { SearchField } from "react-aria-components/SearchField";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { fieldGroups } from "../../fields/field-groups.ts";
import { Icon } from "../icon.tsx";

/** All fields that the list can be filtered by, and a box to find one. */
export function FieldPicker({ view, pick }: { readonly view: View; readonly pick: (field: Field) => void }) {
  const groups = useMemo(() => fieldGroups(filterable(view)), [view]);
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <Autocomplete filter={(text, typed) => contains(text, typed)}>
      <SearchField aria-label="Find a field" autoFocus className="input">
        <Icon name="search" size={14} />
        <Input placeholder="Find a field" />
      </SearchField>
      <Menu
        className="menu is-fields"
        aria-label="Fields"
        items={groups}
        onAction={(name) => pick(fieldNamed(view, String(name)))}
        renderEmptyState={() => <p className="faint">No field has this name.</p>}
      >
        {({ heading, fields }) => (
          <MenuSection id={heading}>
            <Header>{heading}</Header>
            <Collection items={fields.map((field) => ({ ...field, id: field.name }))}>
              {({ name, label }) => (
                <MenuItem id={name} textValue={`${label} ${name}`}>
                  <span>{label}</span>
                  <span className="at mono">{name}</span>
                </MenuItem>
              )}
            </Collection>
          </MenuSection>
        )}
      </Menu>
    </Autocomplete>
  );
}

/** Returns the fields with filters, in the order of the record. */
function filterable(view: View): Field[] {
  const names = new Set(view.filters.map(({ field }) => field));
  return [...names].map((name) => fieldNamed(view, name));
}
