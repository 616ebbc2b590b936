/** The page of a record. */
import { lazy } from "react";
import { useLocation } from "react-router";
import { NotFound } from "../../../../client/index.ts";
import type { Place } from "../../../../kit/description/model.ts";
import { Canonical } from "../../components/canonical.tsx";
import { Lazy } from "../../components/lazy.tsx";
import { NoRecord } from "../../components/problem/no-record.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { canonicalPath } from "../../description/member-path.ts";
import { useDescription } from "../../description/use-description.tsx";
import { factsOf } from "../../fields/record/facts.ts";
import { layoutOf, timesOf } from "../../fields/record/layout.ts";
import { type Relation, relationsOf, withNames } from "../../fields/record/relations.ts";
import { useReadableRelations } from "../../fields/use-readable-relations.ts";
import { faceOf } from "../../pictures/faces/choose.ts";
import { Face } from "../../pictures/faces/face.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { EventBody } from "../events/event-body.tsx";
import { OperationBody } from "../operations/operation-body.tsx";
import { RecordActions } from "./actions.tsx";
import { Deletion } from "./deletion.tsx";
import { AboutRecord } from "./facts/about.tsx";
import { LeadStrip, namesIn } from "./facts/lead-strip.tsx";
import { RecordHead } from "./head.tsx";
import { MembershipEnds } from "./membership-ends.tsx";
import { NoRecordThen } from "./past/no-record-then.tsx";
import { PresentContext, useReadPresent } from "./past/present-record.ts";
import { Related } from "./related/related.tsx";
import { RecordSkeleton } from "./skeleton.tsx";
import { CitationsContext, citationsOf } from "./sources/citations.ts";
import { Sources } from "./sources/sources.tsx";
import { History, logOf } from "./tabs/history.tsx";
import { JsonTab } from "./tabs/json-tab.tsx";
import { type Tab, Tabs } from "./tabs/tabs.tsx";
import { Lede, OtherValues, Values } from "./values.tsx";

const WebhookBody = lazy(() => import("../webhooks/webhook-body.tsx"));
const DeliveryBody = lazy(() => import("../webhooks/delivery-body.tsx"));

/** Props of `RecordPage`. */
export interface RecordPageProps {
  readonly place: Place;
  /** Without its query: `/api/missions/apollo-11`. */
  readonly path: string;
  readonly search: string;
  /** The aspect in the path of the page: the history has a query of its own. */
  readonly aspect?: "history" | undefined;
}

/** A record. */
export function RecordPage({ place, path, search, aspect }: RecordPageProps) {
  const description = useDescription();
  const { hash } = useLocation();
  const own = aspect === "history" ? "" : search;
  const { moment } = useDating();
  const present = useReadPresent(place, path, own);
  const { data, error, refetch } = useGet(withNames(description, place.view, path, own, useReadableRelations()));
  const subject = data?.data._links?.self ?? canonicalPath(place, path);
  const log = logOf(place.view, subject);
  if (error instanceof NotFound && moment !== undefined) return <NoRecordThen {...{ error, place, path, moment }} />;
  if (error instanceof NotFound && aspect === "history" && log)
    return <HistoryOfNothing place={place} path={subject} log={log} search={search} />;
  if (error instanceof NotFound)
    return (
      <NoRecord error={error} place={place} path={path} isPage>
        {log && <Deletion view={place.view} path={subject} log={log} />}
      </NoRecord>
    );
  if (error) return <ProblemView error={error} retry={() => void refetch()} isPage />;
  if (!data) return <RecordSkeleton />;
  const record = data.data;
  const relations = relationsOf(description, place, record);
  const tabs: readonly Tab[] = log === undefined ? ["record", "json"] : ["record", "history", "json"];
  const current = aspect ?? tabs.find((tab) => hash === `#${tab}`) ?? "record";
  return (
    <article>
      <Canonical headers={data.headers} />
      <PresentContext value={present}>
        <RecordHead
          view={place.view}
          record={record}
          end={<RecordActions view={place.view} path={path} record={record} />}
        />
        <Tabs path={path} search={own} current={current} tabs={tabs} record={record} />
        {current === "record" && <Body place={place} record={record} relations={relations} />}
        {current === "history" && log && <History path={subject} record={record} log={log} search={search} />}
        {current === "json" && <JsonTab path={path + own} />}
      </PresentContext>
    </article>
  );
}

interface BodyProps {
  readonly place: Place;
  readonly record: Data;
  readonly relations: readonly Relation[];
}

/** The content below the tabs. The service's own records are the same in every registry. */
function Body({ place, record, relations }: BodyProps) {
  if (!place.view.isSystem) return <OwnRecord {...{ place, record, relations }} />;
  if (place.view.resource === "events") return <EventBody event={record} />;
  if (place.view.resource === "operations") return <OperationBody view={place.view} operation={record} />;
  if (place.view.resource === "deliveries")
    return (
      <Lazy>
        <DeliveryBody view={place.view} delivery={record} />
      </Lazy>
    );
  return (
    <>
      {place.view.resource === "webhooks" ? (
        <Lazy>
          <WebhookBody view={place.view} webhook={record} />
        </Lazy>
      ) : (
        <Values view={place.view} record={record} />
      )}
      <Related place={place} record={record} relations={relations} />
    </>
  );
}

/** A record of the registry: what it leads with, its picture, what belongs to it, and the rest. */
function OwnRecord({ place, record, relations }: BodyProps) {
  const { view } = place;
  const face = faceOf(useDescription(), view, record, relations, useRights().mayRead);
  const citations = citationsOf(view, record);
  const { lede } = layoutOf(view, record);
  const elsewhere = [...namesIn(factsOf(view, record)), ...timesOf(view).map(({ name }) => name)];
  const without = citations ? [...elsewhere, citations.field.name] : elsewhere;
  return (
    <CitationsContext value={citations}>
      <Lede view={view} record={record} field={lede} className="lede" />
      {view.kind === "membership" && <MembershipEnds record={record} />}
      <LeadStrip view={view} record={record} />
      {face && <Face {...face} />}
      <Related place={place} record={record} relations={relations} />
      <OtherValues view={view} record={record} without={without} />
      {citations && <Sources view={view} citations={citations} />}
      <AboutRecord view={view} record={record} />
    </CitationsContext>
  );
}

/** The history of a record that no longer exists. */
function HistoryOfNothing({ place, path, log, search }: { place: Place; path: string; log: string; search: string }) {
  const isSingle = place.view.kind === "single";
  return (
    <article>
      <div className="rec-head">
        <h1>{isSingle ? place.view.heading : place.ids.at(-1)}</h1>
        <p className="soft">This record does not exist now.</p>
        <Deletion view={place.view} path={path} log={log} isHistory />
      </div>
      <History path={path} record={undefined} log={log} search={search} />
    </article>
  );
}
