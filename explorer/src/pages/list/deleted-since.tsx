/** The records that were deleted from a list since a moment. */
import type { View } from "../../../../kit/description/model.ts";
import { aspectOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import type { Data } from "../../requests/data.ts";
import { clockText, countText, dateText } from "../../units.ts";

/** Names what was deleted, with its histories; nothing if nothing was, or if the query does not ask for changes. */
export function DeletedSince({
  view,
  path,
  answer,
}: {
  readonly view: View;
  readonly path: string;
  readonly answer: Data | undefined;
}) {
  const deleted: readonly { readonly id: string; readonly deleted_at: string }[] = answer?.deleted ?? [];
  if (deleted.length === 0) return null;
  return (
    <section className="sect">
      <header>
        <h2>Deleted since</h2>
        <span className="count">
          {answer?.deleted_truncated && "more than "}
          {countText(deleted.length)}
        </span>
      </header>
      <p className="small soft">The filters do not apply to these.</p>
      <ul className="alone">
        {deleted.map(({ id, deleted_at: at }) => (
          <li key={id}>
            {view.log !== undefined && view.itemPath !== undefined ? (
              <Link to={aspectOf(`${path}/${encodeURIComponent(id)}`, "history")}>{id}</Link>
            ) : (
              id
            )}
            <time className="soft num" dateTime={at}>
              {dateText(at)}, {clockText(at)} UTC
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
