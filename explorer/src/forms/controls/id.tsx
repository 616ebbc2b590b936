/** The id of a new record: made from its name, and looked up while it is typed. */

import { useEffect } from "react";
import { words } from "../../../../kit/description/words.ts";
import { freeId } from "../../../../kit/import/ids.ts";
import { isId } from "../../../../kit/values/formats.ts";
import { pageOf } from "../../address/address.ts";
import { withParameters } from "../../address/query.ts";
import { useDebouncedValue } from "../../components/use-debounced-value.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/data.ts";
import { useGet } from "../../requests/queries.ts";
import { useFormParts } from "../form-context.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

/** The number of ids with the same beginning that are looked up. */
const ALIKE = 100;

/** A field for an id. The one that is made from the name is taken, unless it is changed or emptied. */
export function IdControl(props: ControlProps) {
  const { field, value, setValue, path, isInvalid } = props;
  const title = words(useFormParts().title);
  const id = typeof value === "string" ? value : "";
  const debounced = useDebouncedValue(id);
  // Of the list, because a record that does not exist would be an error in the console.
  const isComplete = isId(debounced);
  const alike = { id_starts_with: debounced, fields: "id", sort: "id:asc", limit: String(ALIKE) };
  const { data, refetch } = useGet(isComplete ? path + withParameters("", alike) : undefined);
  useEffect(() => {
    // It was free, and was taken meanwhile.
    if (isInvalid && isComplete) void refetch();
  }, [isInvalid, isComplete, refetch]);
  const { plural = "" } = useDescription().at(path)?.view ?? {};
  const records: readonly Data[] | undefined = id === debounced ? data?.data[plural] : undefined;
  const taken = records && new Set<string>(records.map((record) => record.id));
  const free = taken && freeId(id, taken);
  return (
    <>
      <span className="input mono">
        <input
          {...inputAttributes(props)}
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setValue(target.value === "" ? null : target.value)}
        />
      </span>
      <span className="help" role="status">
        {id === "" && (field.suggested === undefined ? `Made from the ${title}.` : "The service makes one.")}
        {id !== "" && free === id && "This id is free."}
        {id !== "" && free !== undefined && free !== id && (
          <>
            This id is taken: <Link to={pageOf(`${path}/${encodeURIComponent(id)}`)}>see the record</Link>, or{" "}
            <button type="button" className="textbtn" onClick={() => setValue(free)}>
              use “{free}”
            </button>
            .
          </>
        )}
      </span>
    </>
  );
}
