/** The latest changes of the whole registry, as they happen. */
import { useState } from "react";
import { pageOf } from "../../address/address.ts";
import { filtersIn } from "../../address/query.ts";
import { Button } from "../../components/button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { quantity } from "../../units.ts";
import { EventEntry } from "./event-entry.tsx";
import { Rest, requestOf } from "./event-list.tsx";
import { NeedsKey } from "./needs-key.tsx";

/** The latest changes, newest first. Later ones appear on top, unless the reader pauses. */
export function ChangesPage({ search }: { readonly search: string }) {
  const { home } = useDescription();
  const view = home("events");
  const { mayRead } = useRights();
  const isReadable = view && mayRead(view);
  const { data, error, refetch } = useGet(isReadable ? requestOf(view.path, search) : undefined);
  const latest: readonly Data[] | undefined = view && data?.data[view.plural];
  /** The events shown when the reader paused. */
  const [paused, setPaused] = useState<readonly Data[]>();
  const shown = latest && (paused ?? latest);
  // The key was forgotten: the next caller may see less.
  if (paused && !latest) setPaused(undefined);
  return (
    <>
      <header className="head">
        <h1>Changes</h1>
        {shown && (
          <span className="btns">
            {paused && <Waiting shown={paused} latest={latest} />}
            <Button small onClick={() => setPaused(paused ? undefined : latest)}>
              {paused ? "Resume" : "Pause"}
            </Button>
          </span>
        )}
      </header>
      {view && isReadable === false && <NeedsKey view={view} />}
      {error && <ProblemView error={error} retry={() => void refetch()} />}
      {view && shown && (
        <>
          <h2 className="sr">Newest first</h2>
          <div className="events">
            {shown.map((event) => (
              <EventEntry key={event.id} event={event} />
            ))}
          </div>
          {filtersIn(search).length > 0 ? (
            <p>
              {shown.length === 0 && "No change matches. "}
              <Rest />
            </p>
          ) : (
            shown.length === 0 && <p>Nothing has changed yet.</p>
          )}
          <p className="fine">
            <Link to={`${pageOf(view.path)}?sort=id:desc`}>All events</Link>, with filters and pages.
          </p>
        </>
      )}
    </>
  );
}

/** Says how many changes came after those that are shown; all that were read may be new. */
function Waiting({ shown, latest }: { readonly shown: readonly Data[]; readonly latest: readonly Data[] }) {
  const known = new Set(shown.map(({ id }) => id));
  const count = latest.filter(({ id }) => !known.has(id)).length;
  const isAll = count > 0 && count === latest.length;
  return (
    <span className="small soft" role="status">
      Paused
      {count > 0 && `: ${isAll ? "at least " : ""}${quantity(count, "change")} since`}
    </span>
  );
}
