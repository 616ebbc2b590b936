/** The lanes of a timeline: a canvas, a link over the item in focus, and its tip. */
import { type PointerEvent, useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { pageOf } from "../../../address/address.ts";
import { Link, useDatedPage } from "../../../description/past/link.tsx";
import { Surface, useFonts } from "../../time/surface.tsx";
import { fontOf, measureIn } from "../../time/text.ts";
import { useGestures } from "../../time/use-gestures.ts";
import type { ShownSpan } from "../../time/use-span.ts";
import { drawFocus } from "../draw/focus.ts";
import { type Drawing, drawTimeline } from "../draw/timeline.ts";
import type { Item } from "../items.ts";
import type { Lane } from "../lanes.ts";
import { BAR, layoutOf, markAt, markOf } from "../layout.ts";
import type { TimelineParts } from "../parts.ts";
import { sayItem } from "../say.ts";
import { Tip } from "./tip.tsx";
import { useKeys } from "./use-keys.ts";

/** The lanes below one another, wide enough for names beside them. */
export function Plot({
  parts,
  items,
  byId,
  lanes,
  shown,
  drawing,
  density,
}: {
  readonly parts: TimelineParts;
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, Item>;
  readonly lanes: readonly Lane[];
  readonly shown: ShownSpan;
  readonly drawing: Drawing;
  readonly density: number;
}) {
  const { x, width, now, isPast, colorOf } = drawing;
  const hasFonts = useFonts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again once the fonts are there
  const measure = useMemo(() => measureIn(fontOf()), [hasFonts]);
  const layout = useMemo(() => layoutOf(lanes, x, measure), [lanes, x, measure]);

  const [plot, setPlot] = useState<HTMLDivElement | null>(null);
  useGestures(plot, x, shown);
  const [hovered, setHovered] = useState<string>();
  const navigate = useNavigate();
  const dated = useDatedPage();
  const keys = useKeys({ items, layout, x, shown });
  const focused = items[keys.at];
  const current = hovered === undefined ? (keys.isFocused ? focused : undefined) : byId.get(hovered);
  const mark = current && markOf(current, layout, x, measure);
  const above = current?.parent === undefined ? undefined : byId.get(current.parent);
  const parent = above && markOf(above, layout, x, measure);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => drawTimeline(context, layout, { x, width, now, isPast, colorOf }),
    [layout, x, width, now, isPast, colorOf],
  );
  const paintFocus = useCallback(
    (context: CanvasRenderingContext2D) =>
      mark && drawFocus(context, { mark, parent, isHovered: hovered !== undefined }, { colorOf, width }),
    [mark, parent, hovered, colorOf, width],
  );
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === "touch") return;
    const box = event.currentTarget.getBoundingClientRect();
    setHovered(markAt(layout, { x: event.clientX - box.left, y: event.clientY - box.top })?.item.id);
  };
  const focusedMark = focused && markOf(focused, layout, x, measure);
  return (
    <>
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
              left: focusedMark?.x0 ?? x.range[0],
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
  );
}
