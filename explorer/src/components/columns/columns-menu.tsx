/** The choice of the columns of a list: `fields` in the address. */
import { useState } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { fieldGroups } from "../../fields/field-groups.ts";
import { Icon } from "../icon.tsx";
import { Popover } from "../overlay/popover.tsx";

/** Props of `ColumnsMenu`. */
export interface ColumnsMenuProps {
  readonly view: View;
  readonly search: string;
  /** The columns that are shown. */
  readonly columns: readonly Field[];
}

/** A button that opens the choice of columns. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  return (
    <Popover name="Columns" className="is-columns" button={{ icon: "columns", children: "Columns" }}>
      {() => <ColumnsPanel {...props} />}
    </Popover>
  );
}

function ColumnsPanel({ view, search, columns }: ColumnsMenuProps) {
  const [typed, setTyped] = useState("");
  const changeSearch = useChangeSearch();
  const [isChanged, setIsChanged] = useState(false);
  // The service selects fields of the records themselves.
  const shown = columns.map(({ name }) => name).filter((name) => !name.includes("."));
  // The list follows the menu, not the other way round, until it shows what was chosen.
  const [chosen, setChosen] = useState(shown);
  const [followed, setFollowed] = useState(columns);
  if (followed !== columns) {
    setFollowed(columns);
    setChosen(shown);
  }
  const matches = ({ name, label }: Field) => `${label} ${name}`.toLowerCase().includes(typed.trim().toLowerCase());
  const groups = fieldGroups(view.fields.filter(matches));
  // All that is chosen while the menu is open is one step back.
  const show = (fields: string | undefined) => {
    changeSearch((now) => withParameters(now, { fields }), { replace: isChanged });
    setIsChanged(true);
  };
  const toggle = (name: string, isOn: boolean) => {
    const names = isOn ? [...chosen, name] : chosen.filter((each) => each !== name);
    if (names.length === 0) return;
    setChosen(names);
    show(names.join(","));
  };
  return (
    <>
      <div className="input">
        <Icon name="search" size={14} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the menu was just opened
          autoFocus
          aria-label="Find a field"
          placeholder="Find a field"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="columns-list">
        {groups.map(({ heading, fields }) => (
          <fieldset key={heading}>
            <legend>{heading}</legend>
            {fields.map(({ name, label }) => (
              <label key={name} className="check">
                <input
                  type="checkbox"
                  className="box"
                  checked={chosen.includes(name)}
                  onChange={({ target }) => toggle(name, target.checked)}
                />
                <span>{label}</span>
                <span className="k mono">{name}</span>
              </label>
            ))}
          </fieldset>
        ))}
        {groups.length === 0 && <p className="faint">No field has this name.</p>}
      </div>
      <footer>
        {new URLSearchParams(search).has("fields") ? (
          <button type="button" className="textbtn" onClick={() => show(undefined)}>
            Default columns
          </button>
        ) : (
          <span className="faint">Default columns</span>
        )}
        <span className="faint num">
          {chosen.length} of {view.fields.length}
        </span>
      </footer>
    </>
  );
}
