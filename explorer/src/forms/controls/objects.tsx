/** Objects in an object: one, or several in rows. */

import { sumOf } from "../../../../kit/values/findings.ts";
import type { Values } from "../../../../kit/values/json.ts";
import { Button } from "../../components/button.tsx";
import { plainNumber } from "../../units.ts";
import type { ControlProps } from "./control-props.ts";
import { Rows } from "./rows.tsx";

/** Several objects, a row each; below them the sum that has a limit. */
export function ObjectsControl(props: ControlProps) {
  const { field, value, setValue, id } = props;
  const rows = Array.isArray(value) ? (value as readonly Values[]) : [];
  const sum = sumOf(field.schema, rows);
  return (
    <>
      <Rows<Values> id={id} label={field.label} rows={rows} setRows={setValue} empty={{}}>
        {(row, set, index) => <Fields {...props} values={row} set={set} id={`${id}/${index}`} />}
      </Rows>
      {sum && rows.length > 0 && (
        <span className="help num">
          Sum: {plainNumber(Number(sum.sum.toPrecision(12)))} of at most {plainNumber(sum.total)}
        </span>
      )}
    </>
  );
}

/** One object, which may be absent. */
export function ObjectControl(props: ControlProps) {
  const { field, value, setValue, id } = props;
  if (value === null || value === undefined)
    return (
      <span className="btns">
        <span className="soft">not set</span>
        <Button id={id} small onClick={() => setValue({})}>
          Set<span className="sr"> {field.label}</span>
        </Button>
      </span>
    );
  return (
    <span className="part" id={id} tabIndex={-1}>
      <Fields {...props} values={value as Values} set={setValue} />
      {field.nullable && (
        <Button small onClick={() => setValue(null)}>
          Remove<span className="sr"> {field.label}</span>
        </Button>
      )}
    </span>
  );
}

/** The fields of an object, side by side. */
function Fields({
  field,
  id,
  path,
  part,
  values,
  set,
}: ControlProps & { readonly values: Values; readonly set: (values: Values) => void }) {
  const setOne = (name: string, value: unknown) => set({ ...values, [name]: value });
  return (
    <span className="part-fields">
      {field.fields.map((each) =>
        part({
          field: each,
          value: values[each.name],
          setValue: (value) => setOne(each.name, value),
          id: `${id}/${each.name}`,
          path,
          others: values,
          setOther: setOne,
        }),
      )}
    </span>
  );
}
