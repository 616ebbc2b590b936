/** The fields that a bulk edit sets, each with its control. */
import type { Fault } from "../../../../../client/index.ts";
import type { View, WritableField } from "../../../../../kit/description/model.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import { Button } from "../../../components/button.tsx";
import { Menu } from "../../../components/overlay/menu.tsx";
import { FormContext } from "../../../forms/form-context.ts";
import { Labelled } from "../../../forms/labelled.tsx";
import { fieldOf } from "../../../forms/state/refused.ts";
import { bulkFields } from "../bulk-fields.ts";
import { type ChosenField, chosenFaults, firstValues, isClearable } from "../run/chosen.ts";

/** The choice so far. */
export interface Choice {
  readonly chosen: readonly ChosenField[];
  readonly values: Values;
  /** The fields that the person has left: what is wrong with their values is shown. */
  readonly left: readonly string[];
  /** Those that were checked: that they have none is shown as well. */
  readonly checked: readonly string[];
}

/** Nothing yet. */
export const NO_CHOICE: Choice = { chosen: [], values: {}, left: [], checked: [] };

/** Props of `ChooseStep`. */
export interface ChooseStepProps {
  readonly view: View;
  /** The list of the API. */
  readonly path: string;
  readonly choice: Choice;
  readonly setChoice: (change: (choice: Choice) => Choice) => void;
}

/** The chosen fields, and the choice of another one. */
export function ChooseStep({ view, path, choice, setChoice }: ChooseStepProps) {
  const { chosen, values, left, checked } = choice;
  const fields = bulkFields(view.writable);
  const others = fields.filter(({ name }) => !chosen.some((each) => each.name === name));
  const faults = choiceFaults(view, choice).filter((fault) => {
    const name = fieldOf(fault);
    return checked.includes(name) || (left.includes(name) && (values[name] ?? null) !== null);
  });
  const leave = (name: string) => setChoice((before) => ({ ...before, left: [...before.left, name] }));
  const set = (name: string, value: unknown) =>
    setChoice((before) => ({ ...before, values: { ...before.values, [name]: value } }));
  const setChosen = (change: (all: readonly ChosenField[]) => readonly ChosenField[]) =>
    setChoice((before) => ({ ...before, chosen: change(before.chosen) }));
  const add = (name: string) => {
    const field = fields.find((each) => each.name === name)!;
    setChoice((before) => ({
      chosen: [...before.chosen, { name, isCleared: false }],
      values: { ...before.values, ...firstValues(field), ...(name in before.values ? pick(before.values, name) : {}) },
      left: before.left.filter((each) => each !== name),
      checked: before.checked.filter((each) => each !== name),
    }));
    focusLater(`form/${name}`);
  };
  return (
    <FormContext value={{ faults, changed: [], title: view.title, base: undefined, leave }}>
      {chosen.length > 0 && (
        <div className="bulk-fields">
          {chosen.map(({ name, isCleared }) => {
            const field = fields.find((each) => each.name === name)!;
            const clear = (next: boolean) => {
              setChosen((all) => all.map((each) => (each.name === name ? { name, isCleared: next } : each)));
              focusLater(next ? `clear-${name}` : `form/${name}`);
            };
            return (
              <div key={name} className="bulk-field">
                {isCleared ? (
                  <Cleared field={field} />
                ) : (
                  <Labelled
                    field={asBulk(field)}
                    value={values[name]}
                    setValue={(value) => set(name, value)}
                    id={`form/${name}`}
                    path={path}
                    others={values}
                    setOther={set}
                  />
                )}
                <div className="btns">
                  {isClearable(field) && (
                    <Button small look="bare" id={`clear-${name}`} onClick={() => clear(!isCleared)}>
                      {isCleared ? "Enter a value" : "Set to empty"}
                      <span className="sr"> {field.label}</span>
                    </Button>
                  )}
                  <Button
                    small
                    look="bare"
                    onClick={() => {
                      setChosen((all) => all.filter((each) => each.name !== name));
                      focusLater("bulk-add");
                    }}
                  >
                    Don't change<span className="sr"> {field.label}</span>
                  </Button>
                </div>
              </div>
            );
          })}
        </div>
      )}
      {others.length > 0 && (
        <Menu
          name="Add a field"
          align="start"
          button={{ id: "bulk-add", icon: "plus", children: chosen.length === 0 ? "Add a field" : "Add another field" }}
          entries={others.map(({ name, label }) => ({ id: name, label, hint: name }))}
          onAction={add}
        />
      )}
    </FormContext>
  );
}

/** Returns the faults of a choice. */
export function choiceFaults(view: View, { chosen, values }: Choice): readonly Fault[] {
  return chosenFaults(bulkFields(view.writable), chosen, values);
}

/** Adapts a field whose control offers no empty value: a button beside it clears the field. */
function asBulk(field: WritableField): WritableField {
  return { ...field, nullable: false, required: false };
}

function Cleared({ field }: { readonly field: WritableField }) {
  return (
    <div className="field">
      <span className="label">{field.label}</span>
      <output className="soft">no value</output>
    </div>
  );
}

function pick(values: Values, name: string): Values {
  return { [name]: values[name] };
}

/** Focuses an element once it is drawn, and after a menu that closes has given the focus back. */
function focusLater(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
}
