/** The boxes of a new entry, side by side. */
import type { Fault } from "../../../../../client/index.ts";
import type { View, WritableField } from "../../../../../kit/description/model.ts";
import { ReferenceBox } from "../../../forms/controls/combo/reference-box.tsx";
import { elementId, FormContext } from "../../../forms/form-context.ts";
import { Labelled } from "../../../forms/labelled.tsx";
import type { Form } from "../../../forms/state/use-form.ts";
import type { Data } from "../../../requests/data.ts";
import { withValuesOf } from "./row-fields.ts";

/** Props of `Boxes`. */
interface BoxesProps {
  readonly view: View;
  /** Of the list. */
  readonly path: string;
  readonly form: Form;
  /** Those that are shown. */
  readonly faults: readonly Fault[];
  readonly fields: readonly WritableField[];
  /** The entries that are shown: what they have is suggested. */
  readonly entries: readonly Data[];
}

/** A box for each field. */
export function Boxes({ view, path, form, faults, fields, entries }: BoxesProps) {
  const { changed, values, set, leave } = form;
  return (
    <FormContext value={{ faults, changed, leave, title: view.title, base: undefined }}>
      <div className="boxes">
        {fields.map((field) => (
          <Labelled
            key={field.name}
            Control={field.reference ? ReferenceBox : undefined}
            field={withValuesOf(field, entries)}
            value={values[field.name]}
            setValue={(value) => set(field.name, value)}
            id={elementId(`/${field.name}`)}
            path={path}
            others={values}
            setOther={set}
          />
        ))}
      </div>
    </FormContext>
  );
}

/** Returns the element of each field that takes the focus. */
export function boxesOf(form: HTMLFormElement): HTMLElement[] {
  const fields = [...form.querySelectorAll(".field")];
  return fields.flatMap(
    (field) =>
      field.querySelector<HTMLElement>("input:checked") ?? field.querySelector<HTMLElement>("input, select") ?? [],
  );
}
