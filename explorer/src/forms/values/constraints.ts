/** Checks the values of forms before anything is sent: typed texts that cannot be read, and the constraints of the schemas. */
import type { Fault } from "../../../../client/index.ts";
import type { WritableField } from "../../../../kit/description/model.ts";
import { faultsOfRecord } from "../../../../kit/values/constraints.ts";
import type { Values } from "../../../../kit/values/json.ts";
import { isUnreadable } from "./unreadable.ts";

/** Returns whether a field may have no value. One with a default gets that instead. */
export function mayBeEmpty({ nullable, initial }: WritableField): boolean {
  return nullable && initial === undefined;
}

/** Returns the faults of the values of fields, in the order of the fields. */
export function faultsIn(fields: readonly WritableField[], values: Values): Fault[] {
  return fields.flatMap((field) => {
    const value = values[field.name];
    const unread = unreadableIn(field, value, `/${field.name}`);
    const others = faultsOfRecord([field], { [field.name]: value });
    // What stands for an unreadable text is no value to check.
    const isRead = (fault: Fault) => !unread.some(({ pointer }) => `${fault.pointer}/`.startsWith(`${pointer}/`));
    return [...unread, ...others.filter(isRead)];
  });
}

/** Returns a fault for each typed text that cannot be read. */
function unreadableIn({ kind, fields }: WritableField, value: unknown, pointer: string): Fault[] {
  if (isUnreadable(value)) return [{ pointer, code: "unreadable", message: value.$reason }];
  if (kind === "objects" && Array.isArray(value))
    return value.flatMap((row, index) => unreadableAmong(fields, row, `${pointer}/${index}`));
  return kind === "object" ? unreadableAmong(fields, value, pointer) : [];
}

function unreadableAmong(fields: readonly WritableField[], values: unknown, pointer: string): Fault[] {
  return fields.flatMap((field) =>
    unreadableIn(field, (values as Values | null | undefined)?.[field.name], `${pointer}/${field.name}`),
  );
}
