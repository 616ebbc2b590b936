/** The present value of a field beside its value of the past. */
import type { Field, View } from "../../../../../kit/description/model.ts";
import { specOf } from "../../../fields/kinds/kinds.ts";
import { unitOf } from "../../../fields/show/unit-of.ts";
import { Value } from "../../../fields/show/value.tsx";
import type { Data } from "../../../requests/data.ts";
import { DatingContext, PRESENT } from "../../../requests/past/dating.ts";
import { differencesOf } from "./differences.ts";
import { usePresent } from "./present-record.ts";

/** `now 16–24 July`, if a value is different now; long ones are only said to be. Nothing on pages of the present. */
export function NowMark({
  view,
  field,
  record,
}: {
  readonly view: View;
  readonly field: Field;
  readonly record: Data;
}) {
  const now = usePresent();
  if (!now || !differencesOf({ ...view, fields: [field] }, record, now).some(({ name }) => name === field.name))
    return null;
  const isLong = field.kind === "multiline" || [record, now].some((each) => isWide(field, each[field.name]));
  const value = (
    <DatingContext value={PRESENT}>
      <Value field={field} record={now} unit={unitOf(field, now, view)} short />
    </DatingContext>
  );
  return (
    <>
      {" "}
      <span className="then-mark">now {isLong ? "different" : value}</span>{" "}
    </>
  );
}

function isWide(field: Field, value: unknown): boolean {
  return value != null && specOf(field).isWide?.(value, field) === true;
}
