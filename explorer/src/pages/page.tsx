/** The page of an address: of the list or the record at the same path of the API. */
import { type ComponentType, lazy } from "react";
import { useLocation } from "react-router";
import type { Place, View } from "../../../kit/description/model.ts";
import { readAddress } from "../address/address.ts";
import { COMPARE, comparedIn } from "../address/compared.ts";
import { isEmbedded, withoutEmbed } from "../address/embedded.ts";
import { isSummary } from "../address/groups.ts";
import { Lazy } from "../components/lazy.tsx";
import { PastBar } from "../components/past/past-bar.tsx";
import { NoPage } from "../components/problem/no-page.tsx";
import type { RecordsProps } from "../components/table/records-table.tsx";
import { isComparable } from "../description/comparable.ts";
import { canonicalPath } from "../description/member-path.ts";
import { useDescription } from "../description/use-description.tsx";
import { locale } from "../locale.ts";
import { PicturePage } from "../pictures/picture-page.tsx";
import { useDating } from "../requests/past/dating.ts";
import { useStore } from "../store.ts";
import { ChangesPage } from "./events/changes-page.tsx";
import { EventsTable } from "./events/events-table.tsx";
import { restoring } from "./history/restore/restoring.ts";
import { HomePage } from "./home/home.tsx";
import { canImport } from "./import/can-import.ts";
import { KeyPage } from "./key/key-page.tsx";
import { ListPage } from "./list/list.tsx";
import { SinceThen } from "./record/past/since-then.tsx";
import { RecordPage } from "./record/record.tsx";
import { RecordSkeleton } from "./record/skeleton.tsx";
import { SYSTEM_TABLES } from "./webhooks/system-tables.tsx";

const ComparePage = lazy(() => import("./compare/compare-page.tsx"));
const EditPage = lazy(() => import("./edit/edit-page.tsx"));
const NewPage = lazy(() => import("./edit/new-page.tsx"));
const RunningRestore = lazy(() => import("./history/restore/running-restore.tsx"));
const ImportPage = lazy(() => import("./import/import-page.tsx"));

/** The pages on which something is written, by their aspect. */
const WRITING = { edit: EditPage, new: NewPage, import: ImportPage };

/** The lists that have a table of their own. */
const TABLES: Readonly<Partial<Record<string, ComponentType<RecordsProps>>>> = {
  events: EventsTable,
  ...SYSTEM_TABLES,
};

/** The page of the current address; above one of the past, the bar that says so. */
export function Page() {
  const { pathname, search } = useLocation();
  const { at } = useDescription();
  const { moment } = useDating();
  const { apiPath } = readAddress(pathname);
  const place = at(apiPath);
  const running = useStore(restoring);
  if (moment === undefined || !place)
    return (
      <>
        <PageAt key="now" />
        {running?.page === pathname && (
          <Lazy>
            <RunningRestore {...running} />
          </Lazy>
        )}
      </>
    );
  const isRecord = place.kind === "record";
  return (
    <>
      <PastBar moment={moment} subject={isRecord ? canonicalPath(place, apiPath) : undefined} log={place.view.log}>
        {isRecord && <SinceThen place={place} path={apiPath} search={search} />}
      </PastBar>
      <PageAt key={moment} />
    </>
  );
}

function PageAt() {
  // What is drawn is kept until something else is shown. Pages on which something is written keep their state.
  const { numbers, dates } = useStore(locale);
  const form = `${numbers} ${dates}`;
  const { pathname, search: given } = useLocation();
  const search = withoutEmbed(given);
  const description = useDescription();
  const { apiPath, aspect } = readAddress(pathname);
  if (apiPath === "/api" && aspect.join("/") === "changes") return <ChangesPage key={form + search} search={search} />;
  if (apiPath === "/api" && aspect.join("/") === "key") return <KeyPage />;
  if (apiPath === "/api") return aspect.length === 0 ? <HomePage key={form} /> : <NoPage />;
  const place = description.at(apiPath);
  if (!place) return <NoPage />;
  const [first, ...rest] = aspect;
  // Other sites may show pictures, and nothing else.
  if (
    isEmbedded(given) &&
    (place.kind !== "list" || !(first === undefined ? isSummary(search) : isPicture(place.view, first)))
  )
    return <NoPage />;
  const writing = writingAt(place, aspect);
  if (writing) {
    const WritingPage = WRITING[writing];
    return (
      <Lazy meanwhile={<RecordSkeleton />}>
        <WritingPage key={pathname} place={place} path={apiPath} />
      </Lazy>
    );
  }
  if (rest.length > 0) return <NoPage />;
  const isComparing = first === COMPARE && place.kind === "list" && isComparable(place.view);
  if (isComparing && comparedIn(search).length > 0)
    return (
      <Lazy meanwhile={<RecordSkeleton />}>
        <ComparePage key={form + apiPath} view={place.view} path={apiPath} search={search} />
      </Lazy>
    );
  if (place.kind === "list" && first !== undefined && !isComparing)
    return <PicturePage key={form + apiPath} view={place.view} kind={first} path={apiPath} search={search} />;
  const isHistory = first === "history";
  if (first !== undefined && !isHistory && !isComparing) return <NoPage />;
  const list = { view: place.view, path: apiPath, search, table: TABLES[place.view.resource] };
  return place.kind === "list" ? (
    <ListPage key={form + apiPath} {...list} isComparing={isComparing} />
  ) : (
    <RecordPage
      key={form + apiPath}
      place={place}
      path={apiPath}
      search={search}
      aspect={isHistory ? "history" : undefined}
    />
  );
}

function isPicture({ pictures }: View, name: string): boolean {
  return pictures.some(({ kind }) => kind === name);
}

/** Returns the page that an address requests, if its record or list can be written in this way. */
function writingAt({ kind, view }: Place, aspect: readonly string[]): keyof typeof WRITING | undefined {
  const isSingle = view.kind === "single";
  const requested = aspect.join("/");
  if (requested === "edit" && kind === "record" && view.writable.update.length > 0) return "edit";
  if (requested === "new" && (kind === "list" || isSingle) && view.writable.create.length > 0) return "new";
  if (requested === "import" && kind === "list" && canImport(view)) return "import";
  return undefined;
}
