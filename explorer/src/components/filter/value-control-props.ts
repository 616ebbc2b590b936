/** What the controls for the values of filters have in common. */
import type { Field, View } from "../../description/model.ts";
import type { NameOf } from "../chips/filter-text.ts";
import type { Control } from "./operators.ts";

/** What the control of a value needs. */
export interface ValueControlProps {
  readonly control: Control;
  readonly field: Field;
  readonly view: View;
  /** The path of the list. */
  readonly path: string;
  readonly values: readonly string[];
  readonly setValues: (values: string[]) => void;
  readonly nameOf: NameOf;
  /** What names the field. */
  readonly labelId: string;
  /** The element that says what is wrong with the values, if anything is. */
  readonly faultId: string | undefined;
}
