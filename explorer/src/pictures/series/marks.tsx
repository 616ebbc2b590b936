/** The key to the shapes of samples. */
import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";

const SHAPES = [
  <circle key="disc" className="f1" cx="5" cy="5" r="3.25" />,
  <circle key="ring" className="s1 pt-open" cx="5" cy="5" r="3" />,
  <path key="cross" className="s1 pt-bad" d="m2 2 6 6m0-6-6 6" />,
  <rect key="square" className="s1 pt-open" x="2" y="2" width="6" height="6" />,
];

/** Returns the number of the shape of a word: a disc, a ring, a cross, a square. */
export function shapesOf(field: Field | undefined): (mark: string | undefined) => number {
  return (mark) => Math.min(SHAPES.length - 1, Math.max(0, field?.values.indexOf(mark ?? "") ?? 0));
}

/** A shape as a picture has it. */
export function MarkShape({ shape }: { readonly shape: number }) {
  return SHAPES[shape];
}

/** The shapes and their words. */
export function Marks({ field }: { readonly field: Field }) {
  const shapeOf = shapesOf(field);
  return (
    <ul className="how is-marks">
      {field.values.map((value) => (
        <li key={value}>
          <svg className="pic series" width="10" height="10" viewBox="0 0 10 10" aria-hidden>
            <MarkShape shape={shapeOf(value)} />
          </svg>
          {words(value)}
        </li>
      ))}
    </ul>
  );
}
