/** The page of the picture `timeline`: records as bars over time, in lanes. */
import { useMemo } from "react";
import { pageOf } from "../../address/address.ts";
import { countSearch, withParameters } from "../../address/query.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { NoPage } from "../../components/problem/no-page.tsx";
import { useTargets } from "../../description/use-targets.ts";
import { huesOf } from "../../fields/hues.ts";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import { useGet } from "../../requests/queries.ts";
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
import { itemsOf, wholeOf } from "./items.ts";
import { lanesOf, referencesOf } from "./lanes.ts";
import { MOST_BARS, MOST_RECORDS } from "./layout.ts";
import { Notes } from "./notes.tsx";
import { fieldsOf, partsOf, type TimelineParts } from "./parts.ts";
import { tableOf } from "./table.tsx";
import { TooMany } from "./too-many.tsx";

export default function TimelinePage(props: PictureProps) {
  const { view, picture } = props;
  const parts = useMemo(() => partsOf(view, picture), [view, picture]);
  return parts ? <Timeline {...props} parts={parts} /> : <NoPage />;
}

function Timeline(props: PictureProps & { readonly parts: TimelineParts }) {
  const { view, path, search, parts } = props;
  const now = useToday();
  const count = useGet(path + countSearch(search), { keepPrevious: true });
  const total: number | undefined = count.data?.data.total_count;
  const isTooMuch = total !== undefined && total > MOST_RECORDS;
  const loaded = useRecords(
    total === undefined || isTooMuch ? undefined : pathOfRecords(path, search, { fields: fieldsOf(parts) }),
  );
  const hueOf = useMemo(() => huesOf(parts.color), [parts.color]);
  const { knownUntil, ...known } = useKnownUntil();
  const { items, undated } = useMemo(
    () => itemsOf(knownUntil ? loaded.records : [], parts, hueOf, { now, knownUntil: knownUntil ?? (() => undefined) }),
    [loaded.records, parts, hueOf, now, knownUntil],
  );
  const whole = useMemo(() => wholeOf(items, now), [items, now]);
  const shown = useSpan(whole);
  const [fragment, change] = useFragment();
  const by = parts.lanes.find(({ name }) => name === fragment.get("by")) ?? parts.lanes[0];
  const references = useMemo(() => referencesOf(items, parts), [items, parts]);
  const targetOf = useTargets(references);
  const lanes = useMemo(
    () => lanesOf(items, by, { targetOf, everything: view.heading }),
    [items, by, targetOf, view.heading],
  );
  const table = useMemo(() => tableOf(items, parts, shown.span, targetOf), [items, parts, shown.span, targetOf]);
  const color = parts.color?.name;
  const drawn = useMemo(() => countsOf(table.rows.map(({ record }) => color && record[color])), [table.rows, color]);
  const isDense = table.rows.length > MOST_BARS;
  const withoutDate = pageOf(`${path}${withParameters(search, { [`${parts.from.name}_exists`]: "false" })}`);
  return (
    <PictureFrame
      {...props}
      total={total}
      isTooMuch={isTooMuch}
      loaded={{
        ...loaded,
        isComplete: loaded.isComplete && knownUntil !== undefined,
        error: loaded.error ?? count.error ?? known.error,
        retry: () => (loaded.error ? loaded : known).retry(),
      }}
      table={table}
      tools={
        <>
          <div className="pic-bar">
            <PictureFilters {...props} loaded={{ ...loaded, error: count.error ?? undefined }} />
            {by && parts.lanes.length > 1 && (
              <Segments
                label="Lanes"
                segments={parts.lanes.map(({ name, label }) => ({ value: name, label: label.toLowerCase() }))}
                value={by.name}
                onChange={(value) => change({ by: value === parts.lanes[0]!.name ? undefined : value })}
              />
            )}
            <span className="end">{items.length > 0 && <ZoomButtons shown={shown} />}</span>
          </div>
          {parts.color && (
            <Legend view={view} field={parts.color} path={path} search={search} hueOf={hueOf} drawn={drawn} />
          )}
        </>
      }
      notes={
        isTooMuch ? (
          <TooMany view={view} field={parts.from} path={path} search={search} total={total} />
        ) : (
          loaded.records.length > 0 && (
            <Notes
              {...{ parts, undated, withoutDate, isDense }}
              isUnknown={items.some(({ known }) => known !== undefined)}
            />
          )
        )
      }
    >
      {items.length > 0 && <Chart {...{ parts, items, lanes, shown, now }} label={`${view.heading} over time`} />}
    </PictureFrame>
  );
}
