/** Common props of all controls. */
import type { ReactNode } from "react";
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Values } from "../../../../kit/values/json.ts";

/** A value of a form, and how it is set. */
export interface Entry {
  readonly field: WritableField;
  /** As it is sent; undefined or null if there is none, `Unreadable` if what was typed is none yet. */
  readonly value: unknown;
  readonly setValue: (value: unknown) => void;
  /** The id of the element that takes the focus: `form`, and the pointer of the value. */
  readonly id: string;
  /** The list or record of the API that the form is about. */
  readonly path: string;
  /** The other values of the same object, and how they are set. */
  readonly others: Values;
  readonly setOther: (name: string, value: unknown) => void;
}

/** Props of a control. */
export interface ControlProps extends Entry {
  /** The ids of its help and its fault. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  /** Draws a value within this one, with its label. */
  readonly part: (entry: Entry) => ReactNode;
}

/** Returns the attributes of the element that takes the focus. */
export function inputAttributes({ id, describedBy, isInvalid, field }: ControlProps) {
  return {
    id,
    dir: "auto",
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid || undefined,
    "aria-required": field.required || undefined,
  };
}
