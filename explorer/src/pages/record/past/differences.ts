/** Compares a record of the past with the same record now. */
import type { Field, View } from "../../../../../kit/description/model.ts";
import { isSame } from "../../../../../kit/values/same.ts";
import { SAID_BY_STATE } from "../../../fields/record/layout.ts";
import type { Data } from "../../../requests/data.ts";

/** Returns the fields whose values are different now. Times that the service sets say nothing of their own. */
export function differencesOf({ fields }: View, then: Data, now: Data): Field[] {
  const precisions = fields.map(({ precision }) => precision);
  return fields.filter(({ name, kind, derived, precision }) => {
    if (name === SAID_BY_STATE || precisions.includes(name) || (derived && kind === "instant")) return false;
    const compared = precision === undefined ? [name] : [name, precision];
    return compared.some((each) => then[each] !== undefined && !isSame(then[each], now[each]));
  });
}
