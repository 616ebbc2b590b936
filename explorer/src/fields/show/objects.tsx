/** Values that have fields of their own. */

import type { ReactNode } from "react";
import { isNumeric } from "../../../../kit/description/kinds.ts";
import type { Field } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/queries.ts";
import { plainNumber } from "../../units.ts";

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
  const share = field.fields.find((each) => areShares(each, values));
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
                {each === share ? `${percentText(value[each.name])}\u00a0%` : cell(each, value)}
              </td>
            ))}
            {share && (
              <td className="bar-cell" aria-hidden>
                <i style={{ width: `${100 * value[share.name]}%` }} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shares add up to the whole but for errors of measurement. */
const WHOLE = 1.01;
/** So many digits hide what multiplying by 100 adds. */
const DIGITS = 12;

/** Returns whether the values of a field are shares of a whole: at most 1 each, and all together hardly more. */
function areShares({ name, schema }: Field, values: readonly Data[]): boolean {
  const sum = values.reduce((total, value) => total + (value[name] >= 0 ? value[name] : Number.NaN), 0);
  return schema.maximum === 1 && sum <= WHOLE;
}

function percentText(share: number): string {
  return plainNumber(Number((share * 100).toPrecision(DIGITS)));
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
