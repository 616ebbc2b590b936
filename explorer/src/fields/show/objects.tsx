/** Values that have fields of their own. */

import type { ReactNode } from "react";
import { isNumeric } from "../../../../kit/description/kinds.ts";
import type { Field } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/queries.ts";

interface Shown {
  readonly field: Field;
  /** In the cell of a table. */
  readonly short: boolean;
  /** Shows the value of a field. */
  readonly cell: (field: Field, record: Data) => ReactNode;
}

/** Several objects, as a table; in a cell, their number. */
export function Objects({ field, short, cell, value: values }: Shown & { readonly value: readonly Data[] }) {
  if (short) return `${values.length} ${values.length === 1 ? "row" : "rows"}`;
  return (
    <table className="tbl is-inner">
      <thead>
        <tr>
          {field.fields.map((each) => (
            <th key={each.name} scope="col" className={isNumeric(each) ? "r" : undefined}>
              {each.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {values.map((value, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
          <tr key={row}>
            {field.fields.map((each) => (
              <td key={each.name} className={isNumeric(each) ? "r" : undefined}>
                {cell(each, value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One object, as rows; in a cell, its values. */
export function ObjectValue({ field, short, cell, value }: Shown & { readonly value: Data }) {
  const present = field.fields.filter(({ name }) => value[name] !== undefined && (!short || value[name] !== null));
  if (short)
    return present.map((each, index) => (
      <span key={each.name}>
        {index > 0 && ", "}
        {cell(each, value)}
      </span>
    ));
  return (
    <table className="tbl is-inner is-rows">
      <tbody>
        {present.map((each) => (
          <tr key={each.name}>
            <th scope="row">{each.label}</th>
            <td>{cell(each, value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
