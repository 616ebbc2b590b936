/** The mark of an entry that was added just now. */
import { NotFound, Unauthorized } from "../../../../../client/index.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { withArticle } from "../../../../../kit/description/words.ts";
import { Icon } from "../../../components/icon.tsx";
import { usePermission } from "../../../components/key/use-permission.ts";
import { writeOnSeen } from "../../../forms/conflict/write-on-seen.ts";
import { useSubmit } from "../../../forms/state/use-submit.ts";
import type { Data } from "../../../requests/data.ts";
import { get } from "../../../requests/queries.ts";
import { dropAdded, useIsAdded } from "./adding.ts";

/** Props of `AddedMark`. */
interface AddedMarkProps {
  readonly view: View;
  readonly record: Data;
}

/** Says that an entry was added just now, with a button that removes it again; nothing for others. */
export function AddedMark(props: AddedMarkProps) {
  return useIsAdded(props.record) && <Mark {...props} />;
}

function Mark({ view, record }: AddedMarkProps) {
  const path: string = record._links.self;
  const submit = useSubmit();
  const permission = usePermission<undefined>({
    name: `undo ${path}`,
    what: `Removing ${withArticle(view.noun)}`,
    scope: view.scopes.write,
    act: () => void undo(),
  });
  const undo = async () => {
    try {
      const outcome = await writeOnSeen({
        fields: view.writable.update,
        seen: record,
        edits: {},
        read: () => get(path),
        send: (tag) => submit.send({ method: "DELETE", path, ifMatch: tag }),
      });
      if (outcome.kind === "changed") submit.setError(new Error("It was changed meanwhile: nothing was removed."));
      else dropAdded(record);
    } catch (error) {
      if (error instanceof Unauthorized) permission.ask(undefined);
      else if (error instanceof NotFound) dropAdded(record);
      else submit.setError(error as Error);
    }
  };
  return (
    <>
      {" "}
      <span className="row-mark added">
        added just now
        <button type="button" className="textbtn" disabled={submit.isPending} onClick={() => void undo()}>
          Undo
          <span className="sr">
            {" "}
            {view.noun} {record[view.title]}
          </span>
        </button>
      </span>
      {submit.error && (
        <span className="msg" role="alert">
          <Icon name="warn" size={14} />
          {submit.error.message}
        </span>
      )}
    </>
  );
}
