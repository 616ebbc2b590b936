/** Texts of one line, long texts, and addresses. */
import { lengthOf } from "../../../../kit/values/findings.ts";
import { UsualText } from "./combo/usual-text.tsx";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** From this part of the limit on, the characters are counted. */
const COUNTED = 0.8;

/** An input of one line. */
export function TextControl(props: ControlProps) {
  const { value, setValue, field } = props;
  const text = typeof value === "string" ? value : "";
  const isAddress = field.kind === "uri";
  if (field.schema["x-usual"]) return <UsualText {...props} usual={field.schema["x-usual"]} />;
  return (
    <>
      <span className="input">
        <input
          {...inputAttributes(props)}
          type={isAddress ? "url" : "text"}
          value={text}
          autoComplete="off"
          onChange={({ target }) => setValue(target.value === "" ? null : target.value)}
        />
      </span>
      {isAddress && /^https?:\/\//i.test(text) && URL.canParse(text) && (
        <a className="small" href={text} rel="noreferrer" target="_blank">
          Open the link
        </a>
      )}
      <Length text={text} field={field} />
    </>
  );
}

/** A text area, as high as its text. */
export function ProseControl(props: ControlProps) {
  const { value, setValue, field } = props;
  const text = typeof value === "string" ? value : "";
  return (
    <>
      <textarea
        {...inputAttributes(props)}
        className="input is-area is-prose"
        value={text}
        rows={4}
        onChange={({ target }) => setValue(target.value === "" ? null : target.value)}
      />
      <Length text={text} field={field} />
    </>
  );
}

/** Shows the length of a text, once it comes near its limit. */
function Length({ text, field }: { readonly text: string } & Pick<ControlProps, "field">) {
  const { maxLength } = field.schema;
  const length = lengthOf(text);
  if (maxLength === undefined || length < maxLength * COUNTED) return null;
  return (
    <span className="help num">
      {length} of {maxLength} characters
    </span>
  );
}
