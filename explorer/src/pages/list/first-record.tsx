/** Shows how people and programs create the first record of a list. */

import { asCurl } from "../../../../kit/as-code.ts";
import type { View, WritableField } from "../../../../kit/description/model.ts";
import { aspectOf } from "../../address/address.ts";
import { CopyButton } from "../../components/copy.tsx";
import { Link } from "../../description/past/link.tsx";
import { specOf } from "../../fields/kinds/kinds.ts";
import { codeRequestOfWrite } from "../../requests/as-code/code-request.ts";
import { canImport } from "../import/can-import.ts";

/** Links to a form and to the import, and a request to copy: the fields that a record must have, with examples. */
export function FirstRecord({ view, path }: { readonly view: View; readonly path: string }) {
  const required = view.writable.create.filter((field) => field.required);
  const body = Object.fromEntries(required.map((field) => [field.name, exampleOf(field)]));
  const code = asCurl(codeRequestOfWrite({ method: "POST", path, body }, location.origin, true));
  return (
    <>
      <div className="btns">
        <Link className="btn is-main" to={aspectOf(path, "new")}>
          New {view.noun}
        </Link>
        {canImport(view) && (
          <Link className="btn" to={aspectOf(path, "import")}>
            Import
          </Link>
        )}
      </div>
      <div className="code">
        <CopyButton className="copy" look="bare" small label="Copy: curl" text={code} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <pre tabIndex={0}>{code}</pre>
      </div>
    </>
  );
}

/** Returns a value of the kind of a field, for people to replace. */
function exampleOf(field: WritableField): unknown {
  return specOf(field).example(field, exampleOf);
}
