/** The parts of menus. */
import { Menu, MenuItem } from "react-aria-components/Menu";
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

/** Props of `Menu`. */
export interface MenuProps {
  /** The name of the menu. */
  readonly name: string;
  readonly entries: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
  /** The chosen entries, if entries are choices. */
  readonly chosen?: readonly string[] | undefined;
  /** The edge of its button with which it lines up. */
  readonly align?: "start" | "end";
}

/** An open menu. */
export default function MenuList({
  name,
  entries,
  onAction,
  chosen,
  align = "end",
  triggerRef,
  close,
}: MenuProps & Opened) {
  const choices = chosen && { selectionMode: "single" as const, selectedKeys: chosen };
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
        onAction={(id) => onAction(String(id))}
        onClose={close}
        {...choices}
      >
        {entries.map(({ id, label, icon, hint, isDisabled = false }) => (
          <MenuItem key={id} id={id} textValue={label} isDisabled={isDisabled}>
            {chosen ? <i>{chosen.includes(id) && <Icon name="check" />}</i> : icon && <Icon name={icon} />}
            <span>{label}</span>
            {hint && <span className="at">{hint}</span>}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
