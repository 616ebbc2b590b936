/** Any object, as JSON text. Only an edited text is sent. */
import { useState } from "react";
import { bytesOf, mostBytesOf } from "../../../../kit/values/findings.ts";
import { isSame } from "../../../../kit/values/same.ts";
import { bytesText, countText } from "../../units.ts";
import { readJson } from "../values/json-text.ts";
import { isUnreadable } from "../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** JSON as text, with its size as it is sent. */
export function JsonControl(props: ControlProps) {
  const { value, setValue } = props;
  const [typed, setTyped] = useState(() => textOf(value));
  const text = isSame(readJson(typed), value ?? null) ? typed : textOf(value);
  const limit = mostBytesOf(props.field.schema);
  const bytes = value == null ? 0 : bytesOf(isUnreadable(value) ? value.$typed : JSON.stringify(value));
  const size = limit === undefined ? bytesText(bytes) : `${countText(bytes)} of ${countText(limit)} bytes`;
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
      <span className="help num">JSON, {size}</span>
    </>
  );
}

function textOf(value: unknown): string {
  if (isUnreadable(value)) return value.$typed;
  return value === null || value === undefined ? "" : JSON.stringify(value, null, 2);
}
