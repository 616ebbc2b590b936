/** A strip above a list: how its records are spread over time. Two handles choose a period, which is a filter. */
import { useEffect } from "react";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { useNarrow } from "../../components/use-narrow.ts";
import { Link } from "../../description/past/link.tsx";
import { DAY_MS } from "../../fields/dates/period.ts";
import { useSize } from "../parts/use-size.ts";
import { SvgDrawing } from "../svg/drawing.tsx";
import type { Bars } from "./bars.ts";
import { beginText, endText, exampleOf, periodAround, periodText } from "./caption.ts";
import { stripDrawing, stripScale } from "./drawing.ts";
import { type DateField, periodIn, withBounds, withPeriod } from "./field.ts";
import { type End, handlesOf, periodOf } from "./handles.ts";
import { PeriodForm } from "./period-form.tsx";
import { type StripCounts, useStripCounts } from "./use-counts.ts";
import { useHandles } from "./use-handles.ts";

/** The heights of the plot, with the words of its axis. */
const HEIGHT = { wide: 74, narrow: 46 };

/** The numbers of records that a strip counts. */
export interface StripTotals extends Pick<StripCounts, "total" | "left"> {
  /** The parts of a period: `years`. */
  readonly parts: "years" | "dates";
}

/** Props of `Strip`. */
export interface StripProps {
  /** The records, as a heading names them. */
  readonly heading: string;
  readonly path: string;
  readonly search: string;
  readonly date: DateField;
  /** Called with what is counted; null if there is nothing to see. */
  readonly report: (totals: StripTotals | null) => void;
}

/** The strip, once it is counted. */
export default function Strip(props: StripProps) {
  const { path, search, date, report } = props;
  const counts = useStripCounts(path, search, date);
  const filled = counts?.all.filter((count) => count > 0).length;
  const isNothing = counts === null || (filled !== undefined && filled < 2);
  const { total, left, bars } = counts ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new numbers are reported
  useEffect(() => {
    if (isNothing) report(null);
    else if (total !== undefined && left !== undefined) report({ total, left, parts: partsOf(bars) });
  }, [isNothing, total, left, bars]);
  return counts && !isNothing ? <Counted {...props} counts={counts} /> : null;
}

function partsOf(bars: Bars | undefined): StripTotals["parts"] {
  return bars && (bars.period === "year" || bars.period === "decade") ? "years" : "dates";
}

function Counted({ heading, search, date, counts }: StripProps & { readonly counts: StripCounts }) {
  const [place, size] = useSize<HTMLDivElement>();
  const isNarrow = useNarrow();
  const changeSearch = useChangeSearch();
  const { field } = date;
  const { bars } = counts;
  const width = size?.width ?? 0;
  const x = stripScale(bars, width);
  const chosen = periodIn(search, date);
  const placed = handlesOf(bars, chosen);
  const placedNow = () => handlesOf(bars, periodIn(location.search, date));
  const { handles, pointer, keyDown, settle } = useHandles(bars, x, { placed, placedNow }, (next) =>
    changeSearch((now) => withPeriod(now, date, periodOf(bars, next))),
  );
  const isMoving = handles !== placed;
  const shown = isMoving ? periodOf(bars, handles) : chosen;
  const around = periodAround(counts, chosen);
  const isChosen = chosen.from !== undefined || chosen.to !== undefined;
  const height = isNarrow ? HEIGHT.narrow : HEIGHT.wide;
  const label = `${heading} by ${field.label.toLowerCase()}`;
  const handle = (end: End, at: number, text: string) => (
    <div
      className={`grasp is-${end}`}
      role="slider"
      tabIndex={0}
      data-end={end}
      aria-label={`${field.label}: ${end}`}
      aria-valuemin={bars.edges[0]! / 1_000}
      aria-valuemax={bars.edges.at(-1)! / 1_000}
      aria-valuenow={handles[end] / 1_000}
      aria-valuetext={text}
      style={{ left: at }}
      onKeyDown={keyDown(end)}
      onBlur={settle}
    />
  );
  return (
    <>
      <figcaption>
        <span className="period">
          {field.label} <b>{periodText(shown, isNarrow) ?? ""}</b>
        </span>
        <PeriodForm
          search={search}
          field={field}
          example={exampleOf(counts)}
          apply={(values) => changeSearch((now) => withBounds(now, date, values))}
        />
        <span className="end">
          {around && <Link to={{ search: withPeriod(search, date, around.span) }}>{around.text}</Link>}
          {isChosen && (
            <Link to={{ search: withPeriod(search, date, { from: undefined, to: undefined }) }}>
              All {partsOf(bars)}
            </Link>
          )}
        </span>
      </figcaption>
      <div className="plot-area" ref={place} {...pointer}>
        {width > 0 && (
          <>
            <SvgDrawing drawing={stripDrawing(counts, handles, { width, height, label })} />
            {handle("from", x(handles.from / DAY_MS), beginText(handles.from))}
            {handle("to", x(handles.to / DAY_MS), endText(handles.to))}
          </>
        )}
      </div>
    </>
  );
}
