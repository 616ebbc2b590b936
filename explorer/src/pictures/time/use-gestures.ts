/** Zooming and moving by wheel, drag and two fingers. */
import { select } from "d3-selection";
import { type D3ZoomEvent, zoom, zoomIdentity } from "d3-zoom";
import { useEffect, useRef } from "react";
import type { TimeScale } from "./ticks.ts";
import type { ShownSpan } from "./use-span.ts";

/** The deepest zoom. The span has its own limit. */
const MOST = 1e5;

/**
 * Binds gestures on an element to the span that it shows. The wheel zooms with Ctrl, so that pages scroll past a tall
 * picture; one finger scrolls the page, and two fingers zoom.
 */
export function useGestures(
  target: HTMLElement | null,
  x: TimeScale,
  shown: ShownSpan,
  { isPlainWheel = false }: { readonly isPlainWheel?: boolean } = {},
): void {
  const latest = useRef({ x, shown });
  latest.current = { x, shown };
  useEffect(() => {
    if (!target) return;
    const start = { transform: zoomIdentity, span: latest.current.shown.span };
    const behavior = zoom<HTMLElement, unknown>()
      .scaleExtent([1 / MOST, MOST])
      .filter((event: WheelEvent & MouseEvent & TouchEvent) => {
        if (event.type === "wheel") return isPlainWheel || event.ctrlKey || event.metaKey;
        if (event.type === "dblclick") return false;
        return event.touches ? event.touches.length > 1 : event.button === 0;
      })
      .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        start.transform = event.transform;
        start.span = latest.current.shown.span;
      })
      .on("zoom", ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
        if (!sourceEvent) return;
        // The change since the gesture began, as a change of the span that it began with.
        const k = transform.k / start.transform.k;
        const { range } = latest.current.x;
        const perPixel = (start.span.to - start.span.from) / (range[1] - range[0]);
        const dayAt = (pixel: number) => start.span.from + (pixel - range[0]) * perPixel;
        const before = (pixel: number) => (pixel - (transform.x - start.transform.x * k)) / k;
        latest.current.shown.show({ from: dayAt(before(range[0])), to: dayAt(before(range[1])) });
      })
      // Each gesture starts from the same transform, so that none reaches the limits of the zoom.
      .on("end", () => void select(target).property("__zoom", zoomIdentity));
    const selection = select(target).call(behavior);
    return () => void selection.on(".zoom", null);
  }, [target, isPlainWheel]);
}
