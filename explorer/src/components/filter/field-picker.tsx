/** The choice of the field to filter by. */
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Collection } from "react-aria-components/Collection";
import { Header } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { SearchField } from "react-aria-components/SearchField";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, Queryable, Relation } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { fieldGroups, SET_BY_SERVICE } from "../../fields/field-groups.ts";
import { Icon } from "../icon.tsx";

/** Props of `FieldPicker`. */
export interface FieldPickerProps {
  readonly records: Queryable;
  /** The relation that leads to the records; undefined for those of the list. */
  readonly relation: Relation | undefined;
  /** The relations that may be followed from here. */
  readonly relations: readonly Relation[];
  readonly pick: (field: Field) => void;
  readonly follow: (relation: Relation) => void;
  /** Picks whether there is a related record at all; undefined where no filter says this. */
  readonly pickAny: (() => void) | undefined;
}

interface Item {
  readonly id: string;
  readonly label: string;
  /** Its name in queries. */
  readonly name: string;
  /** Other words by which it is found. */
  readonly words?: string;
  readonly choose: () => void;
  readonly leadsOn?: boolean;
}

/** All fields that records can be filtered by, what they are related to, and a box to find one. */
export function FieldPicker(props: FieldPickerProps) {
  const sections = sectionsOf(props);
  const items = sections.flatMap((section) => section.items);
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
        items={sections}
        onAction={(id) => items.find((item) => item.id === id)?.choose()}
        renderEmptyState={() => <p className="faint">No field has this name.</p>}
      >
        {({ heading, items: all }) => (
          <MenuSection id={heading}>
            <Header>{heading}</Header>
            <Collection items={all}>
              {({ id, label, name, words = "", leadsOn = false }) => (
                <MenuItem id={id} textValue={`${label} ${words} ${name}`}>
                  <span>{label}</span>
                  <span className="at mono">{name}</span>
                  {leadsOn && <Icon name="right" size={12} />}
                </MenuItem>
              )}
            </Collection>
          </MenuSection>
        )}
      </Menu>
    </Autocomplete>
  );
}

function sectionsOf({ records, relation, relations, pick, follow, pickAny }: FieldPickerProps) {
  const any = { id: ".", label: `Any ${relation?.noun}, or none`, name: "exists", choose: () => pickAny?.() };
  const fields = fieldGroups(filterable(records)).map((group) => ({
    heading: group.heading,
    items: group.fields.map(
      (field): Item => ({
        id: field.name,
        label: labelOf(field, relation),
        name: field.name,
        choose: () => pick(field),
      }),
    ),
  }));
  const related = relations.map(
    (each): Item => ({
      id: `${each.name}.`,
      label: sentenceCase(each.name),
      name: each.name,
      words: each.noun,
      choose: () => follow(each),
      leadsOn: true,
    }),
  );
  const all: { heading: string; items: Item[] }[] = [
    { heading: "Is there one?", items: pickAny ? [any] : [] },
    ...fields.filter(({ heading }) => heading !== SET_BY_SERVICE),
    { heading: "Related records", items: related },
    ...fields.filter(({ heading }) => heading === SET_BY_SERVICE),
  ];
  return all.filter(({ items }) => items.length > 0);
}

/** Names a field. The id of related records says which one it is. */
export function labelOf({ name, label }: Field, relation: Relation | undefined): string {
  return relation && name === "id" ? `Which ${relation.noun}` : label;
}

/** Returns the fields with filters, in the order of the record. */
function filterable(records: Queryable): Field[] {
  const names = new Set(records.filters.map(({ field }) => field));
  return [...names].map((name) => fieldNamed(records, name));
}
