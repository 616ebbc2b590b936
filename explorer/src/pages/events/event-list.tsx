/** A page of events, with the ways to the others. */
import { Fragment, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { View } from "../../../../kit/description/model.ts";
import { filtersIn, searchOf } from "../../address/query.ts";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { Link } from "../../description/past/link.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { withQuery } from "./event-text.ts";

/** The number of events on a page if the query does not say. */
const LIMIT = "20";

/** Returns the request of a page of events, newest first: the query of the address, added to that of all of them. */
export function requestOf(log: string, search: string): string {
  const parameters = new URLSearchParams(search);
  if (!parameters.has("sort") && !parameters.has("sort_by")) parameters.set("sort", "id:desc");
  if (!parameters.has("limit")) parameters.set("limit", LIMIT);
  return withQuery(log, searchOf(parameters).slice(1));
}

/** Events of one record. */
export function EventList({
  view,
  log,
  search,
  head,
  entry,
}: {
  readonly view: View;
  /** The list of events, with the filter for the record. */
  readonly log: string;
  readonly search: string;
  /** Returns the content above the events. */
  readonly head: (events: readonly Data[]) => ReactNode;
  readonly entry: (event: Data, events: readonly Data[]) => ReactNode;
}) {
  const { data, error, refetch, isPlaceholderData } = useGet(requestOf(log, search), { keepPrevious: true });
  if (error) return <ProblemView error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const events: Data[] = data.data[view.plural];
  const isFiltered = filtersIn(search).length > 0;
  const isEnd = data.data._links?.next === undefined;
  return (
    <>
      {head(events)}
      <h2 className="sr">Changes</h2>
      <div className={isPlaceholderData ? "events is-past" : "events"}>
        {events.map((event) => (
          <Fragment key={event.id}>{entry(event, events)}</Fragment>
        ))}
      </div>
      {isEnd && <p className="small soft">{isFiltered ? <Rest /> : endText(events.at(-1))}</p>}
      <Turns answer={data.data} shown={events.length} log={log} />
    </>
  );
}

/** The ways to newer and older events. */
function Turns({ answer, shown, log }: { readonly answer: Data; readonly shown: number; readonly log: string }) {
  const { page, limit, total_count: total, _links: links } = answer;
  const { hash } = useLocation();
  if (!links?.prev && !links?.next) return null;
  const { prev, next } = pagesOf(links, log);
  const from = (page - 1) * limit;
  return (
    <nav className="pager" aria-label="Pages">
      {page !== undefined && (
        <span className="num">
          {countText(from + 1)}–{countText(from + shown)} of {countText(total)}
        </span>
      )}
      {prev !== undefined && <Link to={{ search: prev, hash }}>Newer</Link>}
      {next !== undefined && <Link to={{ search: next, hash }}>Older</Link>}
    </nav>
  );
}

/** A filtered list is no whole history. */
export function Rest() {
  return (
    <>
      Only changes that match are shown. <Link to={{ search: "" }}>Show all</Link>
    </>
  );
}

/** Says what the end of a history means. */
function endText(oldest: Data | undefined) {
  if (oldest?.type.endsWith(".created")) return "The record was created here.";
  const what = oldest ? "No earlier change is recorded" : "No change is recorded";
  return (
    <>
      {what}: the record was created in a batch, or older changes were deleted. Changes are kept forever, unless the
      service has a limit (<code>HISTORY_KEEP_DAYS</code>).
    </>
  );
}

/** Returns the queries of the other pages, without the query of all of them. */
function pagesOf(links: Readonly<Record<string, string>>, log: string): Readonly<Partial<Record<string, string>>> {
  const common = [...new URLSearchParams(log.replace(/^[^?]*/, "")).keys()];
  return Object.fromEntries(
    Object.entries(links).map(([relation, link]) => {
      const parameters = new URLSearchParams(link.replace(/^[^?]*/, ""));
      for (const name of common) parameters.delete(name);
      if (parameters.get("sort") === "id:desc") parameters.delete("sort");
      if (parameters.get("limit") === LIMIT) parameters.delete("limit");
      return [relation, searchOf(parameters)];
    }),
  );
}
