/** The latest changes, for callers who may read them. */

import type { View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { keyRequest } from "../../components/key/key-request.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { agoText } from "../../units.ts";
import { headingOf, verbText } from "../events/event-text.ts";

const SHOWN = 5;
/** Fields that every change sets. */
const ALWAYS_CHANGED: readonly string[] = ["updated_at", "allowed_transitions"];

/** The newest events, or the scope that reading them requires. */
export function LatestChanges() {
  const { collections, list } = useDescription();
  const log = list(collections.find((view) => view.log !== undefined)?.log ?? "");
  const { mayRead } = useRights();
  const isReadable = log && mayRead(log);
  const { data } = useGet(isReadable ? `${log.path}?sort=id:desc&limit=${SHOWN}` : undefined);
  const events: readonly Data[] = (log && data?.data[log.plural]) ?? [];
  if (log && isReadable === false) return <NotReadable scope={log.scopes.read} />;
  if (!log || events.length === 0) return null;
  return (
    <section className="sect">
      <header>
        <h2>Latest changes</h2>
        <span className="more">
          <Link to={`${pageOf(log.path)}?sort=id:desc`}>All</Link>
        </span>
      </header>
      <ul className="changes">
        {events.map((event) => (
          <Change key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

function NotReadable({ scope }: { readonly scope: string | undefined }) {
  return (
    <section className="sect">
      <header>
        <h2>Latest changes</h2>
      </header>
      <p className="soft">
        They are visible to keys with the scope <code>{scope}</code>.{" "}
        <button
          type="button"
          className="textbtn"
          aria-haspopup="dialog"
          onClick={() => keyRequest.set({ byPerson: true })}
        >
          Enter a key
        </button>
      </p>
    </section>
  );
}

function Change({ event }: { readonly event: Data }) {
  const { at } = useDescription();
  const { data = {}, subject, type, time } = event;
  const path: string = data.link ?? subject;
  const place = at(path);
  const isBatch = data.count !== undefined;
  return (
    <li>
      <Link className="name" to={pageOf(path)}>
        {isBatch
          ? headingOf({ type, data })
          : (nameOf(data, place?.view) ?? place?.ids.at(-1) ?? place?.view.heading ?? path)}
      </Link>{" "}
      {!isBatch && <Fields data={data} what={verbText(type)} view={place?.view} />}
      <br />
      <span className="when">
        <time dateTime={time} title={time}>
          {agoText(time)}
        </time>{" "}
        · <span className="mono">{data.actor}</span>
      </span>
    </li>
  );
}

function nameOf({ before, after }: Data, view: View | undefined): string | undefined {
  const name = (after ?? before)?.[view?.title ?? "name"];
  return typeof name === "string" ? name : undefined;
}

/** The names of the changed fields, or what has happened. */
function Fields({ data: { before, after }, what, view }: { data: Data; what: string; view: View | undefined }) {
  const changed =
    before && after
      ? Object.keys(after).filter(
          (name) =>
            !name.startsWith("_") &&
            !ALWAYS_CHANGED.includes(name) &&
            JSON.stringify(before[name]) !== JSON.stringify(after[name]),
        )
      : [];
  if (changed.length === 0) return <span className="soft">{what}</span>;
  const labels = changed.map((name) => view?.fields.find((field) => field.name === name)?.label ?? name);
  return <i>{labels.join(", ").toLowerCase()}</i>;
}
