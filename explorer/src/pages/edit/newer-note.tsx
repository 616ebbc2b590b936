/** Says that somebody else saved or deleted the record that is being edited, before Save does. */

import type { WritableField } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Author } from "../../forms/conflict/author.tsx";
import type { Data } from "../../requests/data.ts";

/** A bar above the form. */
export function NewerNote({
  record,
  fields,
  action,
  onAction,
}: {
  readonly record: Data;
  /** The fields that they changed; undefined if they deleted it. */
  readonly fields: readonly WritableField[] | undefined;
  /** The label of the button: `Review`. */
  readonly action: string;
  readonly onAction: () => void;
}) {
  return (
    <div className="note is-now newer" role="status">
      <Icon name="info" />
      <span>
        <Author record={record} did={fields ? "changed it" : "deleted it"} />
        {fields && (
          <>
            {" "}
            Changed: <b>{fields.map(({ label }) => midSentence(label)).join(", ")}</b>.
          </>
        )}
      </span>
      <Button small className="end" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
