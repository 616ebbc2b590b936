/** All fields of a form. */
import type { View } from "../../../kit/description/model.ts";
import { FormContext } from "./form-context.ts";
import { Labelled } from "./labelled.tsx";
import type { Form } from "./state/use-form.ts";
import { ownFields } from "./values/dated.ts";

/** The controls of all fields, in the order of the schema. */
export function FormFields({
  form,
  view,
  path,
}: {
  readonly form: Form;
  readonly view: View;
  /** The list or record of the API that the form is about. */
  readonly path: string;
}) {
  const { fields, values, faults, changed, set, leave, draft } = form;
  return (
    <FormContext value={{ faults, changed, title: view.title, base: draft.base, leave }}>
      <div className="form-fields">
        {ownFields(fields).map((field) => (
          <Labelled
            key={field.name}
            field={field}
            value={values[field.name]}
            setValue={(value) => set(field.name, value)}
            id={`form/${field.name}`}
            path={path}
            others={values}
            setOther={set}
          />
        ))}
      </div>
    </FormContext>
  );
}
