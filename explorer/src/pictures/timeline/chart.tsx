/** The timeline itself, below a strip of the whole time: bars in lanes; on a narrow page, rows of text that unfold. */
import { useCallback, useMemo } from "react";
import { useDating } from "../../requests/past/dating.ts";
import { useColors } from "../parts/colors.ts";
import { useSize } from "../parts/use-size.ts";
import { Overview, STRIP_BASE } from "../time/overview.tsx";
import { type TimeScale, timeScale } from "../time/ticks.ts";
import type { ShownSpan } from "../time/use-span.ts";
import { drawColumns } from "./columns.ts";
import { GUTTER, SIDE } from "./draw/timeline.ts";
import { type Item, startsIn } from "./items.ts";
import type { Lane } from "./lanes.ts";
import { Folds } from "./narrow/folds.tsx";
import type { TimelineParts } from "./parts.ts";
import { Plot } from "./plot/plot.tsx";

/** Below this width, time runs downwards. */
const NARROW = 640;
/** The room of a narrow page for the sign at the end of a bar. */
const SIGN = 14;
/** The height of the tallest column of the strip. */
const STRIP_HEIGHT = 36;

/** The timeline of lanes. */
export function Chart({
  parts,
  items,
  lanes,
  shown,
  now,
  label,
}: {
  readonly parts: TimelineParts;
  readonly items: readonly Item[];
  readonly lanes: readonly Lane[];
  readonly shown: ShownSpan;
  readonly now: number;
  readonly label: string;
}) {
  const [place, size] = useSize<HTMLDivElement>();
  const { width = 0, density = 1 } = size ?? {};
  const isNarrow = width < NARROW;
  const [left, right] = isNarrow ? [2, width - SIGN] : [SIDE, width - GUTTER];
  const { from, to } = shown.span;
  const colorOf = useColors();
  const x = useMemo(() => timeScale({ from, to }, left, Math.max(left + 1, right)), [from, to, left, right]);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const isPast = useDating().moment !== undefined;
  const starts = useMemo(() => startsIn(items, shown.whole), [items, shown.whole]);
  const drawStarts = useCallback(
    (context: CanvasRenderingContext2D, scale: TimeScale) =>
      drawColumns(context, starts, scale, { base: STRIP_BASE, height: STRIP_HEIGHT, color: colorOf("ink-3") }),
    [starts, colorOf],
  );
  const most = starts.reduce((largest, { count }) => Math.max(largest, count), 0);
  const drawing = { x, width, now, isPast, colorOf };
  return (
    <figure className="figure timeline" ref={place} aria-label={label}>
      {size && (
        <>
          <Overview
            {...{ shown, width, density, left, right }}
            notes={[`${parts.from.label}`, `at most ${most}`]}
            draw={drawStarts}
          />
          {isNarrow ? (
            <Folds {...{ parts, lanes, drawing, density }} titleOf={(id) => byId.get(id)?.title} />
          ) : (
            <Plot {...{ parts, items, byId, lanes, shown, drawing, density }} />
          )}
        </>
      )}
    </figure>
  );
}
