/** The control for the value of a filter, by the kind of its field. */
import { isNumeric } from "../../description/kinds.ts";
import type { Field } from "../../description/model.ts";
import { words } from "../../description/words.ts";
import { unitText } from "../../units.ts";
import type { Control } from "./operators.ts";
import { RecordBox } from "./record-box.tsx";
import type { ValueControlProps } from "./value-control-props.ts";

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
      return <OneOf {...choices} options={{ true: "has a value", false: "has no value" }} />;
    case "boolean":
      return <OneOf {...choices} options={{ true: "yes", false: "no" }} />;
    case "record":
    case "records":
      return <RecordBox {...props} several={control === "records"} />;
    case "lines":
      return <Lines {...props} />;
    default:
      return <Line control={control} field={field} {...choices} />;
  }
}

interface OneValue {
  readonly value: string;
  readonly setValue: (value: string) => void;
  readonly labelId: string;
}

function Line({ control, field, value, setValue, labelId }: OneValue & { control: Control; field: Field }) {
  const isInstant = control === "instant";
  const type = control === "date" ? "date" : isInstant ? "datetime-local" : "text";
  const unit = isInstant ? "UTC" : field.unit && unitText(field.unit);
  return (
    <span className="input">
      <input
        // biome-ignore lint/a11y/noAutofocus: the field was just chosen
        autoFocus
        type={type}
        step={isInstant ? 1 : undefined}
        inputMode={control === "number" ? "decimal" : undefined}
        aria-labelledby={labelId}
        value={isInstant ? value.replace(/(?:\.\d+)?Z$/, "") : value}
        onChange={({ target }) => setValue(isInstant && target.value !== "" ? instantOf(target.value) : target.value)}
      />
      {unit && <span className="unit">{unit}</span>}
    </span>
  );
}

/** What `datetime-local` gives, which may leave out the seconds, as an instant in UTC. */
function instantOf(local: string): string {
  return `${local.length === "1969-07-20T20:17".length ? `${local}:00` : local}Z`;
}

function Lines({ field, values, setValues, labelId }: ValueControlProps) {
  return (
    <>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the field was just chosen
        autoFocus
        className="input is-area"
        aria-labelledby={labelId}
        inputMode={isNumeric(field) ? "decimal" : undefined}
        value={values.join("\n")}
        onChange={({ target }) => setValues(target.value.split("\n"))}
      />
      <p className="help">One per line.</p>
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
