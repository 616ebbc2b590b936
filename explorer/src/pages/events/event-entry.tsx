/** An event in a history: when, who, and what changed. */
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { quantity } from "../../../../kit/values/quantity.ts";
import { pageOf } from "../../address/address.ts";
import { withParameters } from "../../address/query.ts";
import { ChangeRows } from "../../components/diff/change-rows.tsx";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/queries.ts";
import { agoText, clockText, shortDateText } from "../../units.ts";
import { headingOf, isOfMany, nounOf, subjectName, verbText } from "./event-text.ts";

/** Props of `EventEntry`. */
export interface EventEntryProps {
  readonly event: Data;
  /** The view of its record; by default, the one that the service describes. */
  readonly view?: View | undefined;
  /** Whether all events of a list happened to the same record, so that none has to say to which. */
  readonly isOfOne?: boolean;
  /** Whether it is one of those that are compared. */
  readonly isChosen?: boolean;
  /** The actions on it. */
  readonly actions?: ReactNode;
  /** More that happened at the same time. */
  readonly children?: ReactNode;
}

/** An event; with what it happened to. */
export function EventEntry({ event, view, isOfOne = false, isChosen = false, actions, children }: EventEntryProps) {
  const { at } = useDescription();
  const place = at(event.subject);
  return (
    <article className={isChosen ? "event is-on" : "event"}>
      <div className="who">
        <time dateTime={event.time} title={event.time}>
          {agoText(event.time)}
        </time>
        <Only className="mono exact" parameter="actor" value={event.data?.actor}>
          {event.data?.actor}
        </Only>
        <Link className="exact" to={pageOf(event._links.self)}>
          {shortDateText(event.time).replace("\u2007", "")}, {clockText(event.time)} UTC
        </Link>
      </div>
      <div>
        <h3>{isOfOne ? verbAlone(event.type) : <Subject event={event} title={place?.view.title} />}</h3>
        <EventChanges event={event} of={view} />
        {children}
      </div>
      {actions && <div className="btns">{actions}</div>}
    </article>
  );
}

/** A link to only the events with the same subject or actor; the second time, to all again. */
function Only({
  parameter,
  value,
  className,
  children,
}: {
  readonly parameter: "actor" | "type";
  readonly value: string | undefined;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const { search, hash } = useLocation();
  const isOn = new URLSearchParams(search).get(parameter) === value;
  const next = withParameters(search, { [parameter]: isOn ? undefined : value });
  return (
    <Link
      className={`only ${className}`}
      to={{ search: next, hash }}
      title={isOn ? "Show all changes again" : "Show only these changes"}
      aria-current={isOn || undefined}
    >
      {children}
      {isOn && <Icon name="close" size={12} />}
    </Link>
  );
}

function verbAlone(type: string): string {
  const verb = verbText(type);
  return verb.charAt(0).toUpperCase() + verb.slice(1);
}

/** The subject of an event, as a link, and the verb. */
function Subject({ event, title }: { readonly event: Data; readonly title: string | undefined }) {
  if (isOfMany(event))
    return event.data.link ? <Link to={pageOf(event.data.link)}>{headingOf(event)}</Link> : headingOf(event);
  return (
    <>
      <Link to={pageOf(event.subject)}>{subjectName(event, title)}</Link>{" "}
      <Only className="soft" parameter="type" value={event.type}>
        {nounOf(event.type)} {verbText(event.type)}
      </Only>
    </>
  );
}

/** The changes of an event, as far as it shows them. */
export function EventChanges({ event, of }: { readonly event: Data; readonly of?: View | undefined }) {
  const { at } = useDescription();
  const { count, before, after, link, from, to, client, why } = event.data ?? {};
  if (from !== undefined)
    return (
      <p className="soft small">
        {[`From ${from} to ${to}`, client, why && `why: ${words(why)}`].filter(Boolean).join(", ")}.
      </p>
    );
  if (count !== undefined && !isOfMany(event))
    return <p className="soft small">What the registry remembered of it was removed: {quantity(count, "item")}.</p>;
  if (count !== undefined)
    return (
      <p className="soft small">
        A batch: the event says only how many there were.{" "}
        {link && <Link to={pageOf(link)}>Those that still exist</Link>}
      </p>
    );
  const view = of ?? at(event.subject)?.view;
  if (before === undefined && after === undefined)
    return (
      <p className="soft small">
        {view?.isPrivate === false
          ? "Its content was purged from the log."
          : "The log does not include the content of private records."}
      </p>
    );
  return <ChangeRows view={view} before={before ?? null} after={after ?? null} />;
}
