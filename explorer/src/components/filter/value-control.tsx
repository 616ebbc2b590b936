/** The control for the value of a filter, by the kind of its field. */
import { useId } from "react";
import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import type { Notation } from "../../fields/notation.ts";
import { unitText } from "../../units.ts";
import { describedBy } from "../described-by.ts";
import { TypedHelp, useTypedEntry } from "../typed/typed-entry.tsx";
import type { Control, ValueControlProps } from "./operators.ts";
import { RangeBoxes } from "./range-boxes.tsx";
import { RecordBox } from "./record-box.tsx";

/** The control of a value. */
export function ValueControl(props: ValueControlProps) {
  const { control, field, values, setValues, labelId } = props;
  const value = values[0] ?? "";
  const setValue = (next: string) => setValues([next]);
  const choices = { value, setValue, labelId };
  switch (control) {
    case "choices":
      return <Choices field={field} values={values} setValues={setValues} labelId={labelId} />;
    case "presence":
      return <OneOf {...choices} options={props.presence} />;
    case "boolean":
      return <OneOf {...choices} options={{ true: "yes", false: "no" }} />;
    case "record":
    case "records":
      return <RecordBox {...props} several={control === "records"} />;
    case "range":
      return <RangeBoxes {...props} />;
    case "lines":
      return <Lines {...props} />;
    case "typed":
      return <TypedLine {...choices} notation={specOf(field).notation!} faultId={props.faultId} />;
    case "text":
    case "number":
      return <Line control={control} field={field} {...choices} />;
  }
}

interface OneValue {
  readonly value: string;
  readonly setValue: (value: string) => void;
  readonly labelId: string;
}

function Line({
  control,
  field,
  value,
  setValue,
  labelId,
}: OneValue & { readonly control: Control; readonly field: Field }) {
  return (
    <span className="input">
      <input
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the field was just chosen
        autoFocus
        type="text"
        inputMode={control === "number" ? "decimal" : undefined}
        aria-labelledby={labelId}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      {field.unit && <span className="unit">{unitText(field.unit)}</span>}
    </span>
  );
}

/** One value in a notation. */
function TypedLine({
  notation,
  value,
  setValue,
  labelId,
  faultId,
}: OneValue & { readonly notation: Notation } & Pick<ValueControlProps, "faultId">) {
  const entry = useTypedEntry({ notation, value, change: setValue });
  return (
    <>
      <span className="input num">
        <input
          // biome-ignore lint/a11y/noAutofocus: the field was just chosen
          autoFocus
          aria-labelledby={labelId}
          aria-describedby={describedBy(faultId, entry.hintId)}
          aria-invalid={faultId !== undefined || undefined}
          {...entry.input}
        />
      </span>
      <TypedHelp {...entry} />
    </>
  );
}

function Lines({ field, values, setValues, labelId, faultId }: ValueControlProps) {
  const hint = useId();
  const { notation, control } = specOf(field);
  return (
    <>
      <textarea
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the field was just chosen
        autoFocus
        className="input is-area"
        aria-labelledby={labelId}
        aria-describedby={describedBy(faultId, hint)}
        aria-invalid={faultId !== undefined || undefined}
        inputMode={control === "number" ? "decimal" : undefined}
        value={values.join("\n")}
        onChange={({ target }) => setValues(target.value.split("\n"))}
      />
      <p className="help" id={hint}>
        One per line{notation && `, ${notation.suchAs}`}.
      </p>
    </>
  );
}

function Choices({
  field,
  values,
  setValues,
  labelId,
}: Pick<ValueControlProps, "field" | "values" | "setValues" | "labelId">) {
  const toggle = (value: string, isOn: boolean) =>
    setValues(field.values.filter((each) => (each === value ? isOn : values.includes(each))));
  return (
    <fieldset className="choices" aria-labelledby={labelId}>
      {field.values.map((value, index) => (
        <label key={value} className="check">
          <input
            // biome-ignore lint/a11y/noAutofocus: the field was just chosen
            autoFocus={index === 0}
            type="checkbox"
            className="box"
            checked={values.includes(value)}
            onChange={({ target }) => toggle(value, target.checked)}
          />
          {words(value)}
        </label>
      ))}
    </fieldset>
  );
}

function OneOf({
  value,
  setValue,
  labelId,
  options,
}: OneValue & { readonly options: Readonly<Record<string, string>> }) {
  return (
    <fieldset className="choices" aria-labelledby={labelId}>
      {Object.entries(options).map(([each, label], index) => (
        <label key={each} className="check">
          <input
            // biome-ignore lint/a11y/noAutofocus: the field was just chosen
            autoFocus={index === 0}
            type="radio"
            className="dot"
            name={labelId}
            checked={value === each}
            onChange={() => setValue(each)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
