/** Numbers, typed as text: no wheel changes them, and no locale reads them otherwise. */
import { useState } from "react";
import { isRounded, numberText, unitText } from "../../units.ts";
import { readNumber } from "../values/number-text.ts";
import { isUnreadable } from "../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** A number with its unit. Large and small ones are repeated as powers of ten. */
export function PlainNumber(props: ControlProps) {
  const { value, setValue, field } = props;
  const isInteger = field.kind === "integer";
  const [typed, setTyped] = useState(textOf(value));
  // The value was changed elsewhere: a reset, a choice of another version.
  const isTyped = isSameValue(readNumber(typed, isInteger), value);
  const text = isTyped ? typed : textOf(value);
  const exponent = typeof value === "number" ? numberText(value).exponent : undefined;
  return (
    <>
      <span className="input num">
        <input
          {...inputAttributes(props)}
          inputMode={isInteger ? "numeric" : "decimal"}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            setValue(readNumber(target.value, isInteger));
          }}
        />
        {field.unit && <span className="unit">{unitText(field.unit, value)}</span>}
      </span>
      {exponent !== undefined && (
        <span className="help num">
          {isRounded(value as number) ? "≈" : "="} {numberText(value as number).digits} × 10<sup>{exponent}</sup>
        </span>
      )}
    </>
  );
}

function textOf(value: unknown): string {
  if (isUnreadable(value)) return value.$typed;
  return typeof value === "number" ? String(value) : "";
}

function isSameValue(read: ReturnType<typeof readNumber>, value: unknown): boolean {
  if (isUnreadable(read)) return isUnreadable(value) && value.$typed === read.$typed;
  return (value ?? null) === read;
}
