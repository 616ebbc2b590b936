/** The place of the strip above a list; it is loaded after the first rows, and its height is kept for it. */
import { lazy, type ReactNode, useMemo, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { filtersIn } from "../../address/query.ts";
import { Lazy } from "../../components/lazy.tsx";
import { boundsIn, dateFieldOf } from "../../pictures/date-range/field.ts";
import type { StripTotals } from "../../pictures/date-range/strip.tsx";
import { countText } from "../../units.ts";
import { limitOf } from "./request.ts";

const Strip = lazy(() => import("../../pictures/date-range/strip.tsx"));

/** The list whose strip is shown. */
export interface StripSettings {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  /** The number of records in the list; undefined while it is not known. */
  readonly total: number | undefined;
  /** That of all records, without filters. */
  readonly all: number | undefined;
}

/** A strip, and what is said beside the filters: how many records there are without the chosen period. */
export interface DateStrip {
  readonly strip: ReactNode;
  readonly without: ReactNode;
}

/** Returns the strip of a list that has a date, and more records than one page. */
export function useDateStrip({ view, path, search, total, all }: StripSettings): DateStrip {
  const date = useMemo(() => dateFieldOf(view), [view]);
  const [totals, setTotals] = useState<StripTotals | null>();
  const { lower, upper } = date ? boundsIn(search, date) : {};
  const hasPeriod = lower !== undefined || upper !== undefined;
  const whole = (filtersIn(search).length === 0 ? total : totals?.total) ?? all;
  const isShort = !hasPeriod && whole !== undefined && whole <= limitOf(search);
  if (!date || totals === null || isShort) return { strip: null, without: null };
  const strip = (
    <figure className="strip">
      {total !== undefined && (
        <Lazy>
          <Strip heading={view.heading} path={path} search={search} date={date} report={setTotals} />
        </Lazy>
      )}
    </figure>
  );
  // Its room is kept while it is counted.
  const without = totals ? (
    `${countText(totals.left)} without the ${totals.parts}`
  ) : (
    <span className="is-kept">000 without the years</span>
  );
  return { strip, without: hasPeriod ? without : null };
}
