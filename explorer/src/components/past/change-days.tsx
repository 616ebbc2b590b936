/** The latest days on which a record changed, as links to how it was then. */
import { Link } from "react-router";
import { useDescription } from "../../description/use-description.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { dateText } from "../../units.ts";
import { useMomentAddress } from "./use-moment-address.ts";

/** The most days that are listed, and the most events that are read for them. */
const DAYS = 8;
const EVENTS = 100;

/** Links to the days, each with who changed the record; nothing for callers who may not read events. */
export function ChangeDays({
  subject,
  log,
  close,
}: {
  readonly subject: string;
  readonly log: string;
  readonly close: () => void;
}) {
  const { at } = useDescription();
  const { mayRead } = useRights();
  const address = useMomentAddress();
  const view = at(log)?.view;
  const isReadable = view !== undefined && mayRead(view) === true;
  const { data } = useGet(isReadable ? `${log}?subject=${subject}&sort=id:desc&limit=${EVENTS}` : undefined);
  const events: readonly Data[] = (view && data?.data[view.plural]) ?? [];
  const days = Map.groupBy(events, ({ time }) => String(time).slice(0, "2000-01-01".length));
  if (days.size === 0) return null;
  return (
    <>
      <h2 className="label">Days with changes</h2>
      <ul className="days">
        {[...days].slice(0, DAYS).map(([day, changes]) => (
          <li key={day}>
            <Link to={address(day)} onClick={close}>
              {dateText(day)}
            </Link>
            <span className="small soft">{[...new Set(changes.map(({ data: { actor } }) => actor))].join(", ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
