/** Shows the distances of the bodies of a scale. */
import { useFragment } from "../../address/use-fragment.ts";
import { countText } from "../../units.ts";
import { useSize } from "../parts/use-size.ts";
import { type Body, MOST_DRAWN } from "./bodies.ts";
import type { Captions } from "./captions.ts";
import { DistanceAxis } from "./distance-axis.tsx";
import { distancesOf, farOf } from "./layout/distances.ts";
import { distanceNotes, distanceTitle } from "./notes.ts";

/** The distances, on a logarithmic axis, or on a linear one that scrolls. */
export function DistanceSection({
  bodies,
  center,
  unit,
  captions,
  heading,
}: {
  readonly bodies: readonly Body[];
  readonly center: Body | undefined;
  readonly unit: string;
  readonly captions: Captions;
  readonly heading: string;
}) {
  const [box, size] = useSize<HTMLDivElement>();
  const [fragment, change] = useFragment();
  const isLinear = fragment.get("distance") === "linear";
  const far = farOf(bodies).slice(0, MOST_DRAWN);
  if (far.length === 0) return null;
  const layout = size && distancesOf(far, size.width, isLinear);
  const unknown = bodies.length - farOf(bodies).length;
  return (
    <section className="sect">
      <header>
        <h2>{distanceTitle(center)}</h2>
        <span className="more">
          <fieldset className="seg is-small" aria-label="Axis">
            {["logarithmic", "linear"].map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={isLinear === (name === "linear")}
                onClick={() => change({ distance: name === "linear" ? "linear" : undefined })}
              >
                {name}
              </button>
            ))}
          </fieldset>
        </span>
      </header>
      <figure className="figure">
        <div ref={box} className={isLinear ? "scrolls" : undefined} tabIndex={isLinear ? 0 : undefined}>
          {layout && <DistanceAxis layout={layout} label={`${heading} by distance`} unit={unit} captions={captions} />}
        </div>
        <figcaption className="caption">
          {distanceNotes(isLinear, unknown)}
          {layout &&
            layout.width > size.width &&
            ` It is ${countText(Math.round(layout.width))} px long: scroll to the right.`}
        </figcaption>
      </figure>
    </section>
  );
}
