/** The id of a new record: suggested from its name, and looked up while it is typed. */

import { Link } from "react-router";
import { pageOf } from "../../address/address.ts";
import { withParameters } from "../../address/query.ts";
import { useRested } from "../../components/use-rested.ts";
import { useGet } from "../../requests/queries.ts";
import { useFormParts } from "../form-context.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";
import { slugOf } from "./slug.ts";

/** A field for an id. It suggests one after the name that was entered. */
export function IdControl(props: ControlProps) {
  const { field, value, setValue, path, others } = props;
  const title = others[useFormParts().title];
  const id = typeof value === "string" ? value : "";
  const suggestion = typeof title === "string" ? slugOf(title) : "";
  const asked = useRested(id);
  // Of the list, because a record that does not exist would be an error in the console.
  const isId = new RegExp(String(field.schema.pattern ?? "^$"), "u").test(asked);
  const { data } = useGet(isId ? path + withParameters("", { id: asked, limit: "1" }) : undefined);
  const count: number | undefined = id === asked ? data?.data.total_count : undefined;
  return (
    <>
      <span className="input mono">
        <input
          {...inputAttributes(props)}
          value={id}
          placeholder={suggestion}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setValue(target.value === "" ? null : target.value)}
        />
      </span>
      <span className="help" role="status">
        {id === "" && suggestion !== "" && (
          <>
            <button type="button" className="textbtn" onClick={() => setValue(suggestion)}>
              Use “{suggestion}”
            </button>
            {", or leave it empty: the service makes one."}
          </>
        )}
        {id === "" && suggestion === "" && "If it is empty, the service makes one."}
        {id !== "" && count === 0 && "This id is free."}
        {id !== "" && count === 1 && (
          <>
            This id is taken: <Link to={pageOf(`${path}/${encodeURIComponent(id)}`)}>see the record</Link>.
          </>
        )}
      </span>
    </>
  );
}
