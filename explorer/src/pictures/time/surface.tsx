/** A canvas that is sharp on every screen, and drawn again when what it shows changes. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** Draws on a canvas whose unit is one CSS pixel. */
export type Paint = (context: CanvasRenderingContext2D) => void;

/** Canvases grow by so many pixels: a new size takes longer than what is drawn. */
const STEP = 256;

/** The canvas. It is an image without words: what it shows is also said beside it. */
export function Surface({
  width,
  height,
  density,
  paint,
  left = 0,
}: {
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen in a CSS pixel. */
  readonly density: number;
  readonly paint: Paint;
  /** The left edge, if it is only a part of what it lies on: the less it covers, the faster it is drawn again. */
  readonly left?: number;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  const hasFonts = useFonts();
  const grown = Math.ceil(height / STEP) * STEP;
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again once the fonts are there
  useLayoutEffect(() => {
    const element = ref.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const [across, down] = [Math.round(width * density), Math.round(grown * density)];
    if (element.width !== across) element.width = across;
    if (element.height !== down) element.height = down;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, grown);
    context.save();
    context.translate(-left, 0);
    paint(context);
    context.restore();
  }, [width, grown, density, paint, left, hasFonts]);
  return (
    <div className="surface" style={{ width, height, left }}>
      <canvas ref={ref} style={{ width, height: grown }} aria-hidden />
    </div>
  );
}

/** Returns whether the fonts of the page are loaded. */
export function useFonts(): boolean {
  const [isLoaded, setLoaded] = useState(document.fonts.status === "loaded");
  useEffect(() => {
    let isGone = false;
    void document.fonts.ready.then(() => !isGone && setLoaded(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isLoaded;
}
