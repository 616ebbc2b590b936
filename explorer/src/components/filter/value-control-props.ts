/** Common props of the controls for the values of filters. */
import type { Field, View } from "../../description/model.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import type { Control } from "./operators.ts";

/** Props of the control of a value. */
export interface ValueControlProps {
  readonly control: Control;
  readonly field: Field;
  readonly view: View;
  /** The path of the list. */
  readonly path: string;
  readonly values: readonly string[];
  readonly setValues: (values: string[]) => void;
  readonly nameOf: NameOf;
  /** The id of the element that names the field. */
  readonly labelId: string;
  /** The element that says what is wrong with the values, if anything is. */
  readonly faultId: string | undefined;
}
