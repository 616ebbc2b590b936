/** The controls of values, by the kind of their field. */
import type { ComponentType } from "react";
import type { Kind } from "../../../../kit/description/model.ts";
import { mayBeEmpty } from "../values/constraints.ts";
import { BooleanControl, EnumControl, isSideBySide, LifecycleControl } from "./choice.tsx";
import type { ControlProps } from "./control-props.ts";
import { isCountable, NumberControl } from "./count.tsx";
import { DateControl, InstantControl } from "./date.tsx";
import { IdControl } from "./id.tsx";
import { JsonControl } from "./json.tsx";
import { ObjectControl, ObjectsControl } from "./objects.tsx";
import { ReferenceControl } from "./reference.tsx";
import { ProseControl, TextControl } from "./text.tsx";
import { TextsControl } from "./texts.tsx";
import { TypedControl } from "./typed.tsx";

/** The control of the values of a kind. */
interface Editor {
  readonly Control: ComponentType<ControlProps>;
  /** Returns whether the control is several elements, which a caption names together; it is one without this. */
  readonly isGroup?: (field: ControlProps["field"]) => boolean;
  /** Whether the control takes the whole width. */
  readonly isWide?: true;
}

const always = () => true;
const text: Editor = { Control: TextControl };
const number: Editor = { Control: NumberControl, isGroup: isCountable };

/** Each kind, as it is edited. */
export const EDITORS: Readonly<Record<Kind, Editor>> = {
  id: { Control: IdControl },
  text,
  multiline: { Control: ProseControl, isWide: true },
  uri: text,
  integer: number,
  decimal: number,
  boolean: { Control: BooleanControl, isGroup: mayBeEmpty },
  date: { Control: DateControl },
  instant: { Control: InstantControl },
  duration: { Control: TypedControl },
  enum: { Control: EnumControl, isGroup: isSideBySide },
  lifecycle: { Control: LifecycleControl, isGroup: isSideBySide },
  reference: { Control: ReferenceControl },
  texts: { Control: TextsControl, isGroup: always, isWide: true },
  objects: { Control: ObjectsControl, isGroup: always, isWide: true },
  object: { Control: ObjectControl, isGroup: always, isWide: true },
  json: { Control: JsonControl, isWide: true },
};
