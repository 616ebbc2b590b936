/** The parts of menus. */
import { Header, Menu, MenuItem, MenuSection as Section } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Icon, type IconName } from "../icon.tsx";
import type { Opened } from "./trigger.tsx";

/** One command or choice. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** At the end of its row: a shortcut, a count. */
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
}

/** Entries of a menu. */
export interface MenuSection {
  /** The name of the section, or of the menu. */
  readonly name: string;
  readonly entries: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
  /** The chosen entries, if entries are choices. */
  readonly chosen?: readonly string[] | undefined;
}

/** Props of `Menu`. */
export type MenuProps = (MenuSection | { readonly name: string; readonly sections: readonly MenuSection[] }) & {
  /** The edge of its button with which it lines up. */
  readonly align?: "start" | "end";
};

/** An open menu. */
export default function MenuList({ align = "end", triggerRef, close, ...menu }: MenuProps & Opened) {
  const { name } = menu;
  return (
    <Popover
      className="pop"
      aria-label={name}
      triggerRef={triggerRef}
      isOpen
      onOpenChange={close}
      placement={`bottom ${align}`}
    >
      <Menu
        className="menu"
        aria-label={name}
        autoFocus="first"
        onClose={close}
        {...("sections" in menu ? {} : choicesOf(menu))}
      >
        {"sections" in menu
          ? menu.sections.map((section) => (
              <Section key={section.name} {...choicesOf(section, `${section.name} `)}>
                <Header>{section.name}</Header>
                {itemsOf(section, `${section.name} `)}
              </Section>
            ))
          : itemsOf(menu)}
      </Menu>
    </Popover>
  );
}

function choicesOf({ chosen }: MenuSection, prefix = "") {
  return chosen && { selectionMode: "single" as const, selectedKeys: chosen.map((id) => prefix + id) };
}

/** Returns the items of a section. @param prefix of their ids, which are unique in a menu */
function itemsOf({ entries, chosen, onAction }: MenuSection, prefix = "") {
  return entries.map(({ id, label, icon, hint, isDisabled = false }) => (
    <MenuItem key={id} id={prefix + id} textValue={label} isDisabled={isDisabled} onAction={() => onAction(id)}>
      {chosen ? <i>{chosen.includes(id) && <Icon name="check" />}</i> : icon && <Icon name={icon} />}
      <bdi>{label}</bdi>
      {hint && <span className="at">{hint}</span>}
    </MenuItem>
  ));
}
