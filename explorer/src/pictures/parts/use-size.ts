/** The size of an element, and the density of the screen: pictures are drawn again when they change. */
import { type RefCallback, useLayoutEffect, useState } from "react";

/** The size of an element in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen in a CSS pixel. */
  readonly density: number;
}

/** Returns a reference for an element, and its size once it is known. */
export function useSize<E extends HTMLElement>(): readonly [RefCallback<E>, Size | undefined] {
  const [observed, setObserved] = useState<E | null>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    if (!observed) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = observed;
      // It is not displayed: what is drawn stays as it is.
      if (width === 0) return;
      setSize((before) =>
        before?.width === width && before.height === height && before.density === devicePixelRatio
          ? before
          : { width, height, density: devicePixelRatio },
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    // The density changes with the zoom and when a window moves to another screen.
    addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [observed]);
  return [setObserved, size];
}
