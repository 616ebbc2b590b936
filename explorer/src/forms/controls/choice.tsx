/** Choices: yes or no, words of an enum, states of a lifecycle. */
import type { WritableField } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { useFormParts } from "../form-context.ts";
import { mayBeEmpty } from "../values/constraints.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** Up to so many words are shown side by side. */
const SIDE_BY_SIDE = 6;
/** The choice of no value. */
const NONE = "";

/** Yes or no; and neither, where there may be no value. */
export function BooleanControl(props: ControlProps) {
  const { field, value, setValue } = props;
  if (!mayBeEmpty(field))
    return (
      <label className="check">
        <input
          {...inputAttributes(props)}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => setValue(target.checked)}
        />
        <span>{value === true ? "yes" : "no"}</span>
      </label>
    );
  const options = [NONE, "true", "false"];
  return (
    <Radios
      {...props}
      options={options}
      labelOf={(option) => ({ true: "yes", false: "no" })[option] ?? "–"}
      chosen={value == null ? NONE : String(value)}
      choose={(option) => setValue(option === NONE ? null : option === "true")}
    />
  );
}

/** Returns whether the words of a field are few enough to be shown side by side; no value is none of them. */
export function isSideBySide({ values }: Pick<WritableField, "values">): boolean {
  return values.length <= SIDE_BY_SIDE;
}

/** One word of several: side by side if they are few, otherwise from a list. */
export function EnumControl(props: ControlProps) {
  const { field, value, setValue } = props;
  const isOptional = mayBeEmpty(field);
  const options = [...(isOptional ? [NONE] : []), ...field.values];
  const chosen = typeof value === "string" ? value : NONE;
  const choose = (option: string) => setValue(option === NONE ? null : option);
  const labelOf = (option: string) => (option === NONE ? "–" : words(option));
  if (isSideBySide(field))
    return <Radios {...props} options={options} labelOf={labelOf} chosen={chosen} choose={choose} />;
  return (
    <span className="input is-select">
      <select {...inputAttributes(props)} value={chosen} onChange={({ target }) => choose(target.value)}>
        {!isOptional && chosen === NONE && <option value={NONE}>Choose …</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The state of a record: only those that may follow the loaded one. A new record may begin in any. */
export function LifecycleControl(props: ControlProps) {
  const { field, value } = props;
  const { base } = useFormParts();
  const from: string | undefined = base?.[field.name];
  const next = from === undefined ? undefined : field.transitions?.[from];
  if (!next) return <EnumControl {...props} />;
  const allowed = [from!, ...next];
  // It was staged before somebody else changed the state.
  const isLost = typeof value === "string" && !allowed.includes(value);
  if (next.length === 0 && !isLost)
    return <output id={props.id} className="soft">{`${words(from!)}, a final state`}</output>;
  return (
    <>
      {isLost && <span className="small">{`It is ${words(from!)} now, and cannot become ${words(value)}.`}</span>}
      <EnumControl {...props} field={{ ...field, nullable: false, values: allowed }} />
    </>
  );
}

interface RadiosProps extends ControlProps {
  readonly options: readonly string[];
  readonly labelOf: (option: string) => string;
  readonly chosen: string;
  readonly choose: (option: string) => void;
}

/** Radio buttons that look like one control. */
function Radios({ id, describedBy, isInvalid, options, labelOf, chosen, choose }: RadiosProps) {
  return (
    <span
      className="seg"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
    >
      {options.map((option, index) => (
        <label key={option}>
          <input
            id={index === 0 ? id : undefined}
            type="radio"
            className="sr"
            name={id}
            checked={chosen === option}
            onChange={() => choose(option)}
          />
          {labelOf(option)}
        </label>
      ))}
    </span>
  );
}
