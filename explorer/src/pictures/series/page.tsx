/** The page of the picture `series`: samples over time, or one quantity across the records that have it. */
import { useCallback, useMemo } from "react";
import type { Field } from "../../../../kit/description/model.ts";
import { countSearch } from "../../address/query.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Button } from "../../components/button.tsx";
import { NoPage } from "../../components/problem/no-page.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useTargets } from "../../description/use-targets.ts";
import { useGet } from "../../requests/queries.ts";
import { useRecords } from "../../requests/records.ts";
import { countText } from "../../units.ts";
import { PictureFilters } from "../parts/picture-filters.tsx";
import { PictureFrame } from "../parts/picture-frame.tsx";
import { pathOfRecords } from "../parts/picture-query.ts";
import type { PictureProps } from "../picture.ts";
import { Segments } from "../time/segments.tsx";
import { Across } from "./across/across.tsx";
import { ChooseSubject } from "./choose-subject.tsx";
import { Marks } from "./mark-key.tsx";
import { shapesOf } from "./marks.ts";
import { lineNotes, valueNotes } from "./notes.ts";
import { OverTime } from "./over-time/over-time.tsx";
import { fieldsOf, partsOf, type SeriesParts, samplesOf } from "./samples.ts";
import { inUnitOfQuantity, inUnitsOfAxes } from "./shared-units.ts";
import { tableOf } from "./table.tsx";
import { useWindow, type Window } from "./use-window.ts";

/** More samples than this are not loaded: a page would have to hold them all. */
const MOST_SAMPLES = 200_000;

export default function SeriesPage(props: PictureProps) {
  const { view, picture } = props;
  const description = useDescription();
  const parts = useMemo(() => partsOf(description, view, picture), [description, view, picture]);
  return parts ? <Series {...props} parts={parts} /> : <NoPage />;
}

function Series(props: PictureProps & { readonly parts: SeriesParts }) {
  const { view, path, search, parts } = props;
  const counted = useGet(path + countSearch(search), { keepPrevious: true, poll: false });
  const total: number | undefined = counted.data?.data.total_count;
  const isTooMuch = total !== undefined && total > MOST_SAMPLES;
  const wanted =
    total === undefined || isTooMuch ? undefined : pathOfRecords(path, search, { fields: fieldsOf(parts) });
  const loaded = useRecords(wanted);
  const { samples, empty } = useMemo(() => samplesOf(loaded.records, parts), [loaded.records, parts]);
  const [fragment, change] = useFragment();
  const mode = fragment.get("by") ?? (parts.parent ? "parent" : "time");
  const isAcross = parts.parent !== undefined && mode === "parent";
  const drawn = useMemo(() => (isAcross ? inUnitOfQuantity : inUnitsOfAxes)(samples), [samples, isAcross]);
  const parents = useMemo(() => [...new Set(samples.flatMap(({ parent }) => parent ?? []))], [samples]);
  const nameOf = useNames(parts.parent, parents);
  const shapeOf = useMemo(() => shapesOf(parts.mark), [parts.mark]);
  const window = useWindow(view, parts, search, samples);
  const table = useMemo(() => tableOf(samples, parts, nameOf), [samples, parts, nameOf]);
  const subject = parts.by.at(-1);
  return (
    <PictureFrame
      {...props}
      total={total}
      isTooMuch={isTooMuch}
      loaded={{ ...loaded, error: loaded.error ?? counted.error ?? undefined }}
      table={table}
      tools={
        <div className="pic-bar">
          <PictureFilters {...props} loaded={{ ...loaded, error: counted.error ?? undefined }} />
          {subject && <ChooseSubject view={view} field={subject} path={path} search={search} />}
          {parts.parent && (
            <Segments
              label="Show"
              segments={[
                { value: "parent", label: `by ${parts.parent.label.toLowerCase()}` },
                { value: "time", label: "over time" },
              ]}
              value={mode}
              onChange={(value) => change({ by: value === "parent" ? undefined : value })}
            />
          )}
          <span className="end">
            {parts.mark && parts.mark.values.length > 0 && <Marks field={parts.mark} />}
            {!isAcross && <WindowButtons window={window} />}
          </span>
        </div>
      }
      notes={
        <p className="caption">
          {isTooMuch &&
            `${countText(total)} samples are too many for one picture: filter to at most ${countText(MOST_SAMPLES)}. `}
          {[
            ...(isAcross ? [] : [...lineNotes(samples), "Drag across a part to zoom in on it."]),
            ...valueNotes(drawn, isAcross, empty),
          ].join(" ")}
        </p>
      }
    >
      {samples.length > 0 &&
        (isAcross ? (
          <Across {...{ parts, nameOf, shapeOf }} samples={drawn} />
        ) : (
          <OverTime
            {...{ parts, shapeOf }}
            samples={drawn}
            requested={window.requested}
            choose={window.choose}
            label={`${view.heading} over time`}
          />
        ))}
    </PictureFrame>
  );
}

/** Zoom out, zoom in, show all. */
function WindowButtons({ window: { zoomIn, zoomOut, showAll, isWhole, said } }: { readonly window: Window }) {
  return (
    <>
      <span className="small soft num wide-only">{said}</span>
      <span className="joined">
        <Button small icon="minus" label="Zoom out" onClick={zoomOut} aria-disabled={isWhole} />
        <Button small icon="plus" label="Zoom in" onClick={zoomIn} />
        <Button small icon="fit" label="Show all" onClick={showAll} aria-disabled={isWhole} />
      </span>
    </>
  );
}

/** Returns the name of the record with an id; the id itself until it is known. */
function useNames(field: Field | undefined, ids: readonly string[]): (id: string) => string {
  const references = useMemo(() => (field ? [{ field, ids }] : []), [field, ids]);
  const targetOf = useTargets(references);
  return useCallback((id) => (field && targetOf(field, id)?.name) ?? id, [field, targetOf]);
}
