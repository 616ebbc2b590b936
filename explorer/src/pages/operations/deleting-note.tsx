/** Says what a deletion deletes, and links to the next page. */
import { useEffect } from "react";
import { pageOf } from "../../address/address.ts";
import { Icon, type IconName } from "../../components/icon.tsx";
import { Link } from "../../description/past/link.tsx";
import { readAgainWithout } from "../../requests/queries.ts";
import type { Deleting } from "./deleting-state.ts";

/** The text of each status, and its look. */
const WORDS: Readonly<Record<string, readonly [text: (name: string) => string, tone: string, icon: IconName]>> = {
  succeeded: [(name) => `${name} was deleted with all that belonged to it.`, "done", "check"],
  failed: [(name) => `${name} was not deleted, nor anything that belongs to it.`, "fault", "warn"],
  cancelled: [(name) => `${name} was not deleted: the operation was cancelled.`, "hold", "info"],
};

/** A bar above the operation that deletes a record. */
export function DeletingNote({ deleting, status }: { readonly deleting: Deleting; readonly status: string }) {
  const { name, path, back, history } = deleting;
  const isDeleted = status === "succeeded";
  useEffect(() => {
    if (isDeleted) readAgainWithout(path);
  }, [isDeleted, path]);
  const [text, tone, icon] = WORDS[status] ?? [() => `Deleting ${name} with all that belongs to it.`, "plan", "info"];
  return (
    <div className={`note is-${tone}`}>
      <Icon name={icon} />
      <span role="status">
        <b>{text(name)}</b>
      </span>
      <span className="btns end">
        {isDeleted && history !== undefined && <Link to={history}>Its history</Link>}
        {isDeleted ? <Link to={back}>Back to the list</Link> : <Link to={pageOf(path)}>Back to {name}</Link>}
      </span>
    </div>
  );
}
