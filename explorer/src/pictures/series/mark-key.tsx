/** The key to the shapes of samples. */
import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { elementOf } from "../svg/drawing.tsx";
import { drawMark, shapesOf } from "./marks.ts";

/** The shapes and their words. */
export function Marks({ field }: { readonly field: Field }) {
  const shapeOf = shapesOf(field);
  return (
    <ul className="how is-marks">
      {field.values.map((value) => (
        <li key={value}>
          <svg className="pic series" width="10" height="10" viewBox="0 0 10 10" aria-hidden>
            {elementOf(drawMark({ x: 5, y: 5 }, shapeOf(value)), 0)}
          </svg>
          {words(value)}
        </li>
      ))}
    </ul>
  );
}
