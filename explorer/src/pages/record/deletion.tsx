/** The history of a record that does not exist: that it was deleted, when, and by whom; and a way back. */

import { lazy, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { lastSegment, pathAbove } from "../../../../kit/description/paths.ts";
import { aspectOf } from "../../address/address.ts";
import { Button } from "../../components/button.tsx";
import { type DeletionRead, useDeletion } from "../../components/events/read-deletion.ts";
import { Lazy } from "../../components/lazy.tsx";
import { Link } from "../../description/past/link.tsx";
import { clockText, dateText } from "../../units.ts";

const RestoreDialog = lazy(() => import("../history/restore/restore-dialog.tsx"));

/** Says when a record was deleted, to callers who may read events; nothing if it was not. */
export function Deletion({
  view,
  path,
  log,
  isHistory = false,
}: {
  readonly view: View;
  readonly path: string;
  /** The list of its events. */
  readonly log: string;
  /** Whether its history is what the page shows. */
  readonly isHistory?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const read = useDeletion(path, log);
  if (!read) return null;
  const { content } = read.deletion;
  return (
    <div className="deleted">
      <p>
        <When read={read} />{" "}
        {!isHistory && (
          <>
            <Link to={aspectOf(path, "history")}>Its history</Link> shows what it contained.
          </>
        )}
      </p>
      {isWritten(view) &&
        (content ? (
          <div className="btns">
            <Button look="main" icon="back" onClick={() => setIsOpen(true)}>
              Restore …
            </Button>
          </div>
        ) : (
          <p className="soft">
            {view.isPrivate
              ? "It cannot be restored: its content was purged, is too old, or needs a key with events:read and the scope of these private records."
              : "It cannot be restored: its content was purged or is too old."}
          </p>
        ))}
      {isOpen && (
        <Lazy>
          <RestoreDialog {...{ view, path, log, read }} onClose={() => setIsOpen(false)} />
        </Lazy>
      )}
    </div>
  );
}

/** Returns whether people can create a record at its own path. */
function isWritten({ isSystem, kind, methods, itemMethods }: View): boolean {
  return !isSystem && (kind === "single" ? methods : itemMethods).includes("PUT");
}

/** Says when it was deleted, by whom, and with which others. */
function When({ read: { deletion } }: { readonly read: DeletionRead }) {
  const { event, last, path } = deletion;
  const above = pathAbove(pathAbove(path));
  const isInBatch = event !== undefined && event.subject !== path;
  if (!event)
    return (
      <>
        The log does not say when it was deleted. It was last changed on {dateText(last.time)} at {clockText(last.time)}{" "}
        UTC.
      </>
    );
  return (
    <>
      It was deleted on {dateText(event.time)} at {clockText(event.time)} UTC by{" "}
      <span className="mono">{event.data.actor}</span>
      {isInBatch && (
        <>
          , with <Link to={aspectOf(above, "history")}>{lastSegment(above)}</Link>
        </>
      )}
      .
    </>
  );
}
