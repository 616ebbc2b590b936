/** Texts of one line of which some are usual: those are suggested, and any other can be typed. */
import { matches } from "../../../components/palette/matches.ts";
import { textOf } from "../../../fields/show/text.tsx";
import { type ControlProps, inputAttributes } from "../control-props.ts";
import { Combo } from "./combo.tsx";

/** An input of one line, with suggestions. */
export function UsualText({ usual, ...props }: ControlProps & { readonly usual: readonly string[] }) {
  const { value, setValue } = props;
  const text = typeof value === "string" ? value : "";
  const fitting = usual.filter((each) => each !== text && matches(textOf(each), text));
  return (
    <Combo
      input={inputAttributes(props)}
      text={text}
      setText={(typed) => setValue(typed === "" ? null : typed)}
      choices={fitting.map((each) => ({ id: each, name: textOf(each) }))}
      take={({ id }) => setValue(id)}
    />
  );
}
