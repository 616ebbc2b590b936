/** An entry of the legend of a drawing. */
import type { SvgNode } from "./node.ts";

/** A color or a sample of a drawing, its name, and how many there are. */
export interface SampledEntry {
  readonly label: string;
  readonly count?: string;
  readonly hue?: number;
  readonly sample?: Sample;
}

/** A part of a drawing, as wide as it needs to be, and 10 high. */
export interface Sample {
  readonly width: number;
  readonly nodes: readonly SvgNode[];
}

/** The height of samples, in pixels. */
export const SAMPLE_HEIGHT = 10;
