/** The ways to look at a record. */
import { useLocation } from "react-router";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { useLatestEvent } from "../../../components/events/use-latest-event.ts";
import { Link } from "../../../description/past/link.tsx";
import type { Data } from "../../../requests/queries.ts";
import { countText } from "../../../units.ts";

/** The tab in which a record is looked at. */
export type Tab = "record" | "history" | "json";

/** The tabs of a record. */
export function Tabs({
  path,
  search,
  current,
  tabs,
  record,
}: {
  readonly path: string;
  readonly search: string;
  readonly current: Tab;
  readonly tabs: readonly Tab[];
  readonly record: Data;
}) {
  const { state } = useLocation();
  const { count } = useLatestEvent(record);
  return (
    <nav className="tabs" aria-label="Parts of the record">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={addressOf(tab, path, search)}
          state={state}
          aria-current={tab === current ? "page" : undefined}
        >
          {NAMES[tab]}
          {tab === "history" && count !== undefined && <span className="count"> {countText(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

const NAMES: Readonly<Record<Tab, string>> = {
  record: "Record",
  history: "History",
  json: "JSON",
};

/** Returns the address of a tab: the path says what is requested, the fragment how it is looked at. */
function addressOf(tab: Tab, path: string, search: string): string {
  if (tab === "history") return aspectOf(path, "history");
  return pageOf(path) + search + (tab === "record" ? "" : `#${tab}`);
}
