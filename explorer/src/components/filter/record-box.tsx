/** The choice of records by name, over all lists that a reference leads to. Ids are taken as they are. */
import { useState } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Icon } from "../icon.tsx";
import { CandidateList } from "./candidate-list.tsx";
import { useCandidates } from "./candidates.ts";
import type { ValueControlProps } from "./operators.ts";

/** A combobox of one record, or of several. */
export function RecordBox(props: ValueControlProps & { readonly several: boolean }) {
  const { field, path, values, setValues, nameOf, labelId, several } = props;
  const first = several ? "" : (values[0] ?? "");
  const [typed, setTyped] = useState(nameOf(field, first) ?? first);
  const [chosen, setChosen] = useState<string | null>(null);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const { found, isSearching } = useCandidates(field, path, typed);
  const textOf = (id: string) => names[id] ?? nameOf(field, id) ?? id;
  const choose = (id: string) => {
    const target = found.find((each) => each.id === id);
    setNames({ ...names, [id]: target?.name ?? id });
    if (several) setValues([...values.filter((each) => each !== "" && each !== id), id]);
    else setValues([id]);
    setChosen(several ? null : id);
    setTyped(several ? "" : (target?.name ?? id));
  };
  const type = (text: string) => {
    setTyped(text);
    if (several || text === textOf(values[0] ?? "")) return;
    setChosen(null);
    setValues([text]);
  };
  return (
    <>
      {several && values.length > 0 && (
        <ul className="chips">
          {values.map((id) => (
            <li key={id}>
              <span className="chip">
                <span dir="auto">{textOf(id)}</span>
                <button
                  type="button"
                  className="un"
                  aria-label={`Remove: ${textOf(id)}`}
                  onClick={() => setValues(values.filter((each) => each !== id))}
                >
                  <Icon name="close" size={12} />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <ComboBox
        aria-labelledby={labelId}
        inputValue={typed}
        onInputChange={type}
        selectedKey={chosen}
        onSelectionChange={(id) => id !== null && choose(String(id))}
        allowsCustomValue
        // Otherwise a list without names would not open, nor once they arrive.
        allowsEmptyCollection={isSearching}
        items={found}
        menuTrigger={values.length === 0 ? "focus" : "input"}
      >
        <div className="input">
          <Icon name="search" size={14} />
          <Input
            dir="auto"
            autoFocus
            placeholder="Name or id"
            onKeyDown={(event) => {
              if (!several || event.key !== "Enter" || typed.trim() === "" || event.defaultPrevented) return;
              event.preventDefault();
              choose(typed.trim());
            }}
          />
        </div>
        <CandidateList />
      </ComboBox>
    </>
  );
}
