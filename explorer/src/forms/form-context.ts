/** The context of a form, for its parts. */
import { createContext, useContext } from "react";
import type { Fault } from "../../../client/index.ts";
import type { Data } from "../requests/data.ts";

/** The values and functions that the parts of a form share. */
export interface FormParts {
  /** The faults that are shown. */
  readonly faults: readonly Fault[];
  /** The names of the fields that were edited. */
  readonly changed: readonly string[];
  /** The name of the field by which people know the record. */
  readonly title: string;
  /** The record as it was loaded; undefined for a new one. */
  readonly base: Data | undefined;
  /** Called when the person leaves a field. */
  readonly leave: (name: string) => void;
}

/** The form around a control. */
export const FormContext = createContext<FormParts>({
  faults: [],
  changed: [],
  title: "id",
  base: undefined,
  leave: () => {},
});

/** Returns the form around a control. */
export function useFormParts(): FormParts {
  return useContext(FormContext);
}

/** Returns the id of the element of a value: of the one that a fault points to. */
export function elementId(pointer: string): string {
  return `form${pointer}`;
}
