/** The page of the picture `presence`: who was there when. */
import { useMemo } from "react";
import { useFragment } from "../../address/use-fragment.ts";
import { NoPage } from "../../components/problem/no-page.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { huesOf } from "../../fields/hues.ts";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import { useRecords } from "../../requests/records.ts";
import { countsOf } from "../parts/categories.ts";
import { Legend } from "../parts/legend.tsx";
import { PictureFilters } from "../parts/picture-filters.tsx";
import { PictureFrame } from "../parts/picture-frame.tsx";
import { pathOfRecords } from "../parts/picture-query.ts";
import type { PictureProps } from "../picture.ts";
import { Segments } from "../time/segments.tsx";
import { useSpan } from "../time/use-span.ts";
import { useToday } from "../time/use-today.ts";
import { ZoomButtons } from "../time/zoom-buttons.tsx";
import { Chart } from "./chart.tsx";
import { DayBar } from "./day/day-bar.tsx";
import { type Bounds, DayProvider } from "./day/day-context.tsx";
import { lastDay, wholeOf } from "./heads.ts";
import { Notes } from "./notes.tsx";
import { type PresenceParts, partsOf, recordFieldsOf } from "./parts.ts";
import { type RowKind, seenIn } from "./rows.ts";
import { type Member, presenceOf } from "./stays.ts";
import { tableOf } from "./table.tsx";

export default function PresencePage(props: PictureProps) {
  const { view, picture } = props;
  const description = useDescription();
  const parts = useMemo(() => partsOf(description, view, picture), [description, view, picture]);
  return parts ? <PresencePicture {...props} parts={parts} /> : <NoPage />;
}

function PresencePicture(props: PictureProps & { readonly parts: PresenceParts }) {
  const { view, path, search, parts } = props;
  const now = useToday();
  const people = useRecords(pathOfRecords(path, search, { fields: [view.title, parts.color?.name] }));
  // Most records may have no members: cargo flights have no crew.
  const records = useRecords(
    pathOfRecords(parts.records.path, `?${parts.include}_exists=true`, {
      fields: recordFieldsOf(parts),
      include: parts.include,
    }),
  );
  const hueOf = useMemo(() => huesOf(parts.color), [parts.color]);
  const { knownUntil, ...known } = useKnownUntil();
  // Of a part, the counts would be wrong, and the names of the day would push the picture down as they arrive.
  const isComplete = people.isComplete && records.isComplete && knownUntil !== undefined;
  const presence = useMemo(
    () =>
      presenceOf(isComplete ? people.records : [], isComplete ? records.records : [], {
        ...{ parts, title: view.title, hueOf, now },
        knownUntil: knownUntil ?? (() => undefined),
      }),
    [isComplete, people.records, records.records, parts, view.title, hueOf, now, knownUntil],
  );
  const { members } = presence;
  const whole = useMemo(() => wholeOf(members, now), [members, now]);
  const shown = useSpan(whole);
  const bounds = useMemo(() => boundsOf(members, now), [members, now]);
  const [fragment, change] = useFragment();
  const kinds: Readonly<Record<RowKind, string>> = {
    each: `each ${view.noun}`,
    compact: "compact",
    record: `by ${parts.records.noun}`,
  };
  const kind = (Object.keys(kinds) as RowKind[]).find((each) => each === fragment.get("by")) ?? "each";
  const noun = view.noun.charAt(0).toUpperCase() + view.noun.slice(1);
  const table = useMemo(() => tableOf(members, parts, noun, shown.span), [members, parts, noun, shown.span]);
  const drawn = useMemo(
    () => countsOf(seenIn(members, shown.span).map(({ category }) => category)),
    [members, shown.span],
  );
  const loaded = {
    records: people.records,
    isComplete,
    error: people.error ?? records.error ?? known.error,
    retry: () => (people.error ? people : records.error ? records : known).retry(),
  };
  return (
    <DayProvider {...bounds}>
      <PictureFrame
        {...props}
        total={people.isComplete ? people.records.length : undefined}
        loaded={loaded}
        table={table}
        tools={
          <>
            {members.length > 0 ? <DayBar {...{ members, view }} /> : !isComplete && <div className="player" />}
            <div className="pic-bar">
              <PictureFilters {...props} loaded={people} />
              <Segments
                label="Rows"
                segments={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
                value={kind}
                onChange={(value) => change({ by: value === "each" ? undefined : value })}
              />
              <span className="end">{members.length > 0 && <ZoomButtons shown={shown} />}</span>
            </div>
            {parts.color && (
              <Legend view={view} field={parts.color} path={path} search={search} hueOf={hueOf} drawn={drawn} />
            )}
          </>
        }
        notes={members.length > 0 && <Notes {...{ parts, presence, view }} span={shown.span} />}
      >
        {members.length > 0 && <Chart {...{ members, parts, shown, kind }} heading={view.heading} />}
      </PictureFrame>
    </DayProvider>
  );
}

/** Returns the first day on which anybody was there, and the last that is known: the player stays within them. */
function boundsOf(members: readonly Member[], now: number): Bounds {
  const last = Math.min(now, lastDay(members) ?? now);
  const first = members.flatMap(({ stays }) => stays).reduce((earliest, { from }) => Math.min(earliest, from), last);
  return { first, last };
}
