/** The presence itself: a canvas, the slider of the day, a link over the stay in focus, and its tip. */
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { pageOf } from "../../address/address.ts";
import { Link, useDatedPage } from "../../description/past/link.tsx";
import { dateText } from "../../units.ts";
import { useColors } from "../parts/colors.ts";
import { useSize } from "../parts/use-size.ts";
import { drawAxis } from "../time/axis.ts";
import { isoOf } from "../time/days.ts";
import { Overview, STRIP_BASE } from "../time/overview.tsx";
import { Surface } from "../time/surface.tsx";
import type { TimeScale } from "../time/ticks.ts";
import { useGestures } from "../time/use-gestures.ts";
import type { ShownSpan } from "../time/use-span.ts";
import { Aboard } from "./aboard.tsx";
import { useShownDay } from "./day/day-context.tsx";
import { DaySlider } from "./day/day-slider.tsx";
import { drawArea, drawSteps } from "./draw/area.ts";
import { drawCursor, drawOutline } from "./draw/cursor.ts";
import { drawRows } from "./draw/rows.ts";
import { columnsOf, type Here, headsOf, hereOn, sayCount, unknownFrom, unknownOn } from "./heads.ts";
import { headsIn, type Layout, layoutOf, markAt, marksOf, TOP, wordsOf } from "./layout.ts";
import type { PresenceParts } from "./parts.ts";
import type { RowKind } from "./rows.ts";
import type { Member } from "./stays.ts";
import { sayBar, Tip } from "./tip.tsx";
import { keyOf, useMarks } from "./use-marks.ts";

/** Below this width, the names of the day stand above the picture. */
const NARROW = 640;
const NAMES_WIDTH = 396;
/** The cursor with its flag. */
const CURSOR_WIDTH = 360;
const NOBODY: readonly Here[] = [];

/** The presence of members. */
export function Chart({
  members,
  parts,
  heading,
  shown,
  kind,
}: {
  readonly members: readonly Member[];
  readonly parts: PresenceParts;
  readonly heading: string;
  readonly shown: ShownSpan;
  readonly kind: RowKind;
}) {
  const { day, said, setDay, first, last, player } = useShownDay();
  const [place, size] = useSize<HTMLDivElement>();
  const { width = 0, density = 1 } = size ?? {};
  const isNarrow = width < NARROW;
  const { span, whole } = shown;
  const colorOf = useColors();
  const heads = useMemo(() => headsOf(members, whole), [members, whole]);
  const layout = useMemo(
    () => layoutOf(members, heads, { span, width: Math.max(width, 100), kind, isNarrow }),
    [members, heads, span, width, kind, isNarrow],
  );
  const { x, base, height } = layout;
  const here = useMemo(() => hereOn(members, day), [members, day]);
  const count = sayCount(here.length, unknownOn(members, day));
  const unknown = useMemo(() => unknownFrom(members), [members]);
  const { show } = shown;
  const isBeyond = player.isPlaying && (day < span.from || day >= span.to);
  // If only a part of the time is shown, the next part follows.
  useEffect(() => {
    if (isBeyond) show({ from: day, to: day + span.to - span.from });
  }, [isBeyond, show, day, span]);
  const [plot, setPlot] = useState<HTMLDivElement | null>(null);
  useGestures(plot, x, shown);
  const navigate = useNavigate();
  const dated = useDatedPage();
  const marks = useMemo(() => marksOf(layout), [layout]);
  const hint = useId();
  const focus = useMarks(marks, shown);
  const [hovered, setHovered] = useState<string>();
  const pointed = hovered ?? (focus.isFocused ? focus.key : undefined);
  const mark = pointed === undefined ? undefined : marks.find((each) => keyOf(each) === pointed);
  const date = dateText(isoOf(day));
  // Only names depend on the day; without them, a new day draws nothing but the cursor.
  const named = layout.isNamed ? here : NOBODY;
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      drawAxis(context, x, colorOf, {
        top: TOP,
        bottom: height,
        words: wordsOf(layout),
        width,
        isBeside: layout.isNamed,
      });
      drawArea(context, { heads, unknownFrom: unknown }, layout, colorOf);
      drawRows(context, layout, named, colorOf);
    },
    [x, width, height, heads, unknown, layout, named, colorOf],
  );
  const paintCursor = useCallback(
    (context: CanvasRenderingContext2D) =>
      drawCursor(context, layout, { day, text: `${date} · ${count}`, here }, colorOf),
    [layout, day, date, count, here, colorOf],
  );
  const paintOutline = useCallback(
    (context: CanvasRenderingContext2D) => mark && drawOutline(context, mark, layout.bar.height, colorOf),
    [layout, mark, colorOf],
  );
  const cursorWidth = Math.min(width, CURSOR_WIDTH);
  const cursorLeft = Math.round(Math.max(0, Math.min(width - cursorWidth, x(day) - cursorWidth / 2)));
  const drawStrip = useCallback(
    (context: CanvasRenderingContext2D, scale: TimeScale) => {
      const columns = columnsOf(heads, scale);
      const most = Math.max(1, ...columns.map(headsIn));
      drawSteps(
        context,
        { heads, columns },
        { left: Math.round(scale.range[0]), base: STRIP_BASE, perHead: 38 / most },
        colorOf,
      );
    },
    [heads, colorOf],
  );
  const hit = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    return { at, mark: markAt(layout, at) };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const found = event.pointerType === "touch" ? undefined : hit(event).mark;
    setHovered(found && keyOf(found));
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.defaultPrevented) return;
    const { at, mark: found } = hit(event);
    if (found) void navigate(dated(pageOf(found.bar.member.path)));
    else if (at.x >= x.range[0] && at.x <= x.range[1]) setDay(Math.floor(x.invert(at.x)));
  };
  const title = `${heading} on ${date}: ${count}`;
  const saidText = useMemo(
    () => `${dateText(isoOf(said))}: ${sayCount(hereOn(members, said).length, unknownOn(members, said))}`,
    [members, said],
  );
  // Packed rows leave no corner free.
  const corner = isNarrow || layout.isNamed || kind === "compact" ? undefined : cornerOf(layout, day);
  const names = <Aboard title={title} here={here} place={layout.isNamed ? "rows" : corner} />;
  const ringed = focus.mark;
  return (
    <figure className="figure presence" ref={place} aria-label={`${heading} by day`}>
      {size && (
        <>
          {!corner && names}
          {!shown.isWhole && (
            <Overview {...{ shown, width, density, left: x.range[0], right: width - 8 }} notes={[]} draw={drawStrip} />
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider and the link in it do the same by keyboard */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the slider and the link in it do the same by keyboard */}
          <div
            className={`plot${hovered === undefined ? "" : " is-hover"}`}
            ref={setPlot}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setHovered(undefined)}
            onClick={onClick}
          >
            <Surface {...{ width, height, density, paint }} />
            <Surface {...{ height, density }} width={cursorWidth} left={cursorLeft} paint={paintCursor} />
            {mark && hovered !== undefined && <Surface {...{ width, height, density }} paint={paintOutline} />}
            <DaySlider {...{ day, said, x, shown, first, last }} text={saidText} height={base} onMove={setDay} />
            {corner && names}
            {ringed && (
              <Link
                className="pic-focus"
                to={pageOf(ringed.bar.member.path)}
                aria-label={sayBar(ringed.bar)}
                aria-describedby={hint}
                style={{ left: ringed.x0, top: ringed.y, width: ringed.x1 - ringed.x0, height: layout.bar.height }}
                {...focus.bind}
              />
            )}
            {mark && <Tip mark={mark} color={parts.color} width={width} />}
          </div>
          <p className="sr" id={hint}>
            Arrow keys move from one to the next, Home and End to the first and the last, plus and minus zoom.
          </p>
          <p className="sr" aria-live="polite">
            {focus.isFocused && ringed && !player.isPlaying ? sayBar(ringed.bar) : `${heading} on ${saidText}`}
          </p>
        </>
      )}
    </figure>
  );
}

/** Returns the corner that rows leave free: at the right above, or left of a cursor that is there itself. */
function cornerOf({ x, base, width }: Layout, day: number) {
  const at = x(Math.max(x.span.from, Math.min(x.span.to, day + 0.5)));
  const isRight = at < width - NAMES_WIDTH - 60;
  const left = isRight ? width - 8 - NAMES_WIDTH : at - 16 - NAMES_WIDTH;
  const lead = isRight ? { left: at, width: width - 8 - at } : { left, width: at - left };
  return { left, top: base + 33, width: NAMES_WIDTH, lead };
}
