/** Any object, as JSON text. Only an edited text is sent. */
import { useState } from "react";
import { isSame } from "../../fields/same.ts";
import { bytesText } from "../../units.ts";
import { readJson } from "../values/json-text.ts";
import { isUnreadable } from "../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** JSON as text, with its size. */
export function JsonControl(props: ControlProps) {
  const { value, setValue } = props;
  const [typed, setTyped] = useState(() => textOf(value));
  const text = isSame(readJson(typed), value ?? null) ? typed : textOf(value);
  const bytes = new TextEncoder().encode(text).length;
  return (
    <>
      <textarea
        {...inputAttributes(props)}
        className="input is-area is-prose mono"
        spellCheck={false}
        rows={4}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          setValue(readJson(target.value));
        }}
      />
      <span className="help num">JSON, {bytesText(bytes)}</span>
    </>
  );
}

function textOf(value: unknown): string {
  if (isUnreadable(value)) return value.$typed;
  return value === null || value === undefined ? "" : JSON.stringify(value, null, 2);
}
