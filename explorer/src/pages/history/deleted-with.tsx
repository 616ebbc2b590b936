/** The records that were deleted together with the one above them. */

import { lastSegment } from "../../../../kit/description/paths.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { type CascadeRead, useDeletion } from "../../components/events/read-deletion.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/queries.ts";
import { countText } from "../../units.ts";

/** The number of records of a list that are named. */
const NAMED = 5;

/** Lists what was deleted with a record, below the event of its deletion. */
export function DeletedWith({ path, log, of }: { readonly path: string; readonly log: string; readonly of: Data }) {
  const read = useDeletion(path, log, of);
  return read ? <CascadeList path={path} cascade={read.cascade} log={log} lead="Deleted with it" /> : null;
}

/** Lists what was deleted with a record: the number of each list, and the histories of those that the log shows. */
export function CascadeList({
  path,
  cascade,
  log,
  lead,
}: {
  readonly path: string;
  readonly cascade: CascadeRead;
  /** The list of all events. */
  readonly log: string;
  /** The heading of the list. */
  readonly lead: string;
}) {
  const { at } = useDescription();
  const { counts, kept, paths, isWhole } = cascade;
  if (counts.size === 0) return null;
  const has = (list: string) => kept.get(list) ?? 0;
  return (
    <div className="with small">
      <p className="soft">{lead}:</p>
      <ul>
        {[...counts].map(([list, count]) => {
          const place = at(list);
          const shown = place?.kind === "record" ? paths.filter((each) => each === list) : below(paths, list);
          return (
            <li key={list}>
              {nameOf(list, place?.view.noun, count)}
              {shown.length > 0 && ": "}
              {shown.slice(0, NAMED).map((each, index) => (
                <span key={each}>
                  {index > 0 && ", "}
                  <Link to={aspectOf(each, "history")}>
                    {place?.kind === "record" ? "its history" : lastSegment(each)}
                  </Link>
                </span>
              ))}
              {shown.length > 0 && has(list) > NAMED && ` and ${countText(has(list) - NAMED)} more`}
              {has(list) < count && <span className="soft"> · {missing(has(list), count, isWhole)}</span>}
            </li>
          );
        })}
      </ul>
      <p>
        <Link to={`${pageOf(log)}?subject_starts_with=${path}/&sort=id:desc`}>Events of all of them</Link>
      </p>
    </div>
  );
}

/** Says why not all of those that were deleted can be restored. */
function missing(kept: number, count: number, isWhole: boolean): string {
  if (!isWhole) return "more are among the events below";
  if (kept === 0) return count === 1 ? "it cannot be restored" : "none of them can be restored";
  return `only ${countText(kept)} of them can be restored`;
}

function below(paths: readonly string[], list: string): string[] {
  return paths.filter((path) => path.startsWith(`${list}/`));
}

function nameOf(list: string, noun: string | undefined, count: number): string {
  return noun === undefined ? lastSegment(list) : `${countText(count)} × ${noun}`;
}
