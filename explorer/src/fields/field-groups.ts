/** Fields in groups, as menus list them. */
import type { Field } from "../../../kit/description/model.ts";

/** Fields under a heading. */
export interface FieldGroup {
  readonly heading: string;
  readonly fields: readonly Field[];
}

/** The heading of what nobody can enter. */
export const SET_BY_SERVICE = "Set by the service";

/** Groups fields: of the record itself, of others, and what the service sets. */
export function fieldGroups(fields: readonly Field[]): FieldGroup[] {
  const isAboutOthers = ({ kind, name }: Field) => kind === "reference" || name.endsWith("_count");
  const isSet = (field: Field) => field.derived || field.kind === "id";
  return [
    { heading: "Own fields", fields: fields.filter((field) => !isAboutOthers(field) && !isSet(field)) },
    { heading: "References and counts", fields: fields.filter(isAboutOthers) },
    { heading: SET_BY_SERVICE, fields: fields.filter((field) => !isAboutOthers(field) && isSet(field)) },
  ].filter((group) => group.fields.length > 0);
}
