/** The timeline itself: a canvas, a link over the item in focus, and its tip. */
import { type PointerEvent, useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { pageOf } from "../../address/address.ts";
import { Link, useDatedPage } from "../../description/past/link.tsx";
import { useDating } from "../../requests/past/dating.ts";
import { useColors } from "../parts/colors.ts";
import { useSize } from "../parts/use-size.ts";
import { Overview, STRIP_BASE } from "../time/overview.tsx";
import { Surface, useFonts } from "../time/surface.tsx";
import { fontOf, measureIn } from "../time/text.ts";
import { type TimeScale, timeScale } from "../time/ticks.ts";
import { useGestures } from "../time/use-gestures.ts";
import type { ShownSpan } from "../time/use-span.ts";
import { drawColumns } from "./columns.ts";
import { drawFocus } from "./draw/focus.ts";
import { drawTimeline, GUTTER, SIDE } from "./draw/timeline.ts";
import { type Item, startsIn } from "./items.ts";
import type { Lane } from "./lanes.ts";
import { BAR, layoutOf, markAt, markOf } from "./layout.ts";
import type { TimelineParts } from "./parts.ts";
import { sayItem } from "./say.ts";
import { Tip } from "./tip.tsx";
import { useKeys } from "./use-keys.ts";

/** Below this width, lanes have their names above them. */
const NARROW = 640;
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
  const [left, right] = isNarrow ? [2, width - 8] : [SIDE, width - GUTTER];
  const { from, to } = shown.span;
  const colorOf = useColors();
  const hasFonts = useFonts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again once the fonts are there
  const measure = useMemo(() => measureIn(fontOf()), [hasFonts]);
  const x = useMemo(() => timeScale({ from, to }, left, Math.max(left + 1, right)), [from, to, left, right]);
  const layout = useMemo(() => layoutOf(lanes, x, measure, { isNarrow }), [lanes, x, measure, isNarrow]);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);

  const [plot, setPlot] = useState<HTMLDivElement | null>(null);
  useGestures(plot, x, shown);
  const [hovered, setHovered] = useState<string>();
  const navigate = useNavigate();
  const dated = useDatedPage();
  const isPast = useDating().moment !== undefined;
  const keys = useKeys({ items, layout, x, shown });
  const focused = items[keys.at];
  const current = hovered === undefined ? (keys.isFocused ? focused : undefined) : byId.get(hovered);
  const mark = current && markOf(current, layout, x, measure);
  const above = current?.parent === undefined ? undefined : byId.get(current.parent);
  const parent = above && markOf(above, layout, x, measure);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => drawTimeline(context, layout, { x, width, now, isPast, isNarrow, colorOf }),
    [layout, x, width, now, isPast, isNarrow, colorOf],
  );
  const paintFocus = useCallback(
    (context: CanvasRenderingContext2D) =>
      mark && drawFocus(context, { mark, parent, isHovered: hovered !== undefined }, { colorOf, width }),
    [mark, parent, hovered, colorOf, width],
  );
  const starts = useMemo(() => startsIn(items, shown.whole), [items, shown.whole]);
  const drawStarts = useCallback(
    (context: CanvasRenderingContext2D, scale: TimeScale) =>
      drawColumns(context, starts, scale, { base: STRIP_BASE, height: STRIP_HEIGHT, color: colorOf("ink-3") }),
    [starts, colorOf],
  );
  const most = starts.reduce((largest, { count }) => Math.max(largest, count), 0);

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === "touch") return;
    const box = event.currentTarget.getBoundingClientRect();
    setHovered(markAt(layout, { x: event.clientX - box.left, y: event.clientY - box.top })?.item.id);
  };
  const focusedMark = focused && markOf(focused, layout, x, measure);
  return (
    <figure className="figure timeline" ref={place} aria-label={label}>
      {size && (
        <>
          <Overview
            {...{ shown, width, density, left, right }}
            notes={[`${parts.from.label}`, `at most ${most}`]}
            draw={drawStarts}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the link in it does the same by keyboard */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link in it does the same by keyboard */}
          <div
            className={`plot${hovered === undefined ? "" : " is-hover"}`}
            ref={setPlot}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setHovered(undefined)}
            onClick={(event) => {
              const box = event.currentTarget.getBoundingClientRect();
              const hit = markAt(layout, { x: event.clientX - box.left, y: event.clientY - box.top });
              if (hit && !event.defaultPrevented) void navigate(dated(pageOf(hit.item.path)));
            }}
          >
            <Surface width={width} height={layout.height} density={density} paint={paint} />
            {mark && <Surface width={width} height={layout.height} density={density} paint={paintFocus} />}
            {focused && (
              <Link
                className="pic-focus"
                to={pageOf(focused.path)}
                aria-label={sayItem(focused, parts, byId.get(focused.parent ?? "")?.title)}
                aria-describedby={keys.hintId}
                style={{
                  left: focusedMark?.x0 ?? left,
                  top: focusedMark?.y ?? 0,
                  width: focusedMark ? focusedMark.x1 - focusedMark.x0 : 1,
                  height: BAR,
                }}
                {...keys.bind}
              />
            )}
            {mark && <Tip mark={mark} parts={parts} parent={above?.title} width={width} />}
          </div>
          <p className="sr" id={keys.hintId}>
            Arrow keys move from one to the next, Home and End to the first and the last, plus and minus zoom.
          </p>
          <p className="sr" aria-live="polite">
            {keys.isFocused && focused ? sayItem(focused, parts, byId.get(focused.parent ?? "")?.title) : ""}
          </p>
        </>
      )}
    </figure>
  );
}
