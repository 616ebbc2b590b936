/** The path of a request, which can be changed: the page of the changed path is opened. */
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { pageOf } from "../../address/address.ts";
import { Button } from "../button.tsx";

/** An editor for path and query. */
export function PathEditor({ path }: { readonly path: string }) {
  const id = useId();
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("path")).trim();
    const isPath = /^\/api(?:[/?]|$)/.test(typed);
    setFault(isPath ? undefined : "A path of the API begins with /api/.");
    if (isPath) void navigate(pageOf(typed));
  };
  return (
    <form className={`field path-editor${fault === undefined ? "" : " is-fault"}`} onSubmit={go}>
      <label htmlFor={id}>Path and query</label>
      <span className="line">
        <span className="input mono">
          <input
            id={id}
            key={path}
            name="path"
            defaultValue={path}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          />
        </span>
        <Button type="submit">Open</Button>
      </span>
      {fault !== undefined && (
        <span className="msg" id={`${id}-fault`} role="alert">
          {fault}
        </span>
      )}
    </form>
  );
}
