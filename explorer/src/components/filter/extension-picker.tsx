/** The choice of what is added to a chip. */
import { Menu, MenuItem } from "react-aria-components/Menu";
import type { Extension } from "./extensions.ts";

/** The ways to add to the filters of a chip, as a menu. */
export function ExtensionPicker({
  extensions,
  pick,
}: {
  readonly extensions: readonly Extension[];
  readonly pick: (extension: Extension) => void;
}) {
  return (
    <Menu
      className="menu is-fields"
      aria-label="Add to the filter"
      items={extensions}
      onAction={(id) => pick(extensions.find((each) => each.id === id)!)}
    >
      {({ id, name = "" }) => (
        <MenuItem id={id} textValue={name} ref={id === extensions[0]?.id ? focus : undefined}>
          {name}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Focuses an item as soon as it is there, which `autoFocus` does not: the dialog then has the focus. */
function focus(item: HTMLElement | null): void {
  item?.focus();
}
