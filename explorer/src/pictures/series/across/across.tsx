/** Quantities across the records that have them. */
import { useMemo, useState } from "react";
import { words } from "../../../../../kit/description/words.ts";
import { countText } from "../../../units.ts";
import { useSize } from "../../parts/use-size.ts";
import { unitName } from "../captions.ts";
import { comparisonNotes } from "../notes.ts";
import type { Sample, SeriesParts } from "../samples.ts";
import { type Comparison, comparisonsOf } from "./comparisons.ts";
import { DotPlot } from "./dot-plot.tsx";
import { dotLayout } from "./dot-rows.ts";

/** From this width on, two panels stand side by side, this far from each other. */
const WIDE = 820;
const GAP = 52;
const FIRST = 8;

interface AcrossProps {
  readonly samples: readonly Sample[];
  readonly parts: SeriesParts;
  readonly nameOf: (id: string) => string;
  readonly shapeOf: (mark: string | undefined) => number;
}

/** One section for each quantity. Those of a single record come last: there is nothing to compare. */
export function Across({ samples, parts, nameOf, shapeOf }: AcrossProps) {
  const [box, size] = useSize<HTMLDivElement>();
  const [shownCount, setShownCount] = useState(FIRST);
  const all = useMemo(() => comparisonsOf(samples), [samples]);
  const shown = all.slice(0, shownCount);
  return (
    <div ref={box} className="comparisons">
      {size &&
        shown.map((comparison) => (
          <Section key={comparison.subject} {...{ comparison, parts, nameOf, shapeOf }} width={size.width} />
        ))}
      {shown.length < all.length && (
        <p className="more-row">
          <button type="button" className="btn" onClick={() => setShownCount(shownCount + 3 * FIRST)}>
            Show {Math.min(3 * FIRST, all.length - shown.length)} of {all.length - shown.length} more
          </button>
        </p>
      )}
    </div>
  );
}

function Section({
  comparison: { subject, panels, parents },
  parts,
  nameOf,
  shapeOf,
  width,
}: Omit<AcrossProps, "samples"> & { readonly comparison: Comparison; readonly width: number }) {
  const isPair = width >= WIDE && panels.length > 1;
  const half = (width - GAP) / 2;
  const own = isPair ? half : Math.min(width, Math.max(WIDE, half));
  const title = words(subject);
  return (
    <section className="sect">
      <header>
        <h2>{title.charAt(0).toUpperCase() + title.slice(1)}</h2>
        <span className="count">{countText(parents)}</span>
      </header>
      <div className={isPair ? "pair" : undefined}>
        {panels.map((panel) => {
          const layout = dotLayout(panel, nameOf, own);
          const caption = comparisonNotes(panel, layout);
          return (
            <div key={panel.unit}>
              <DotPlot
                {...{ layout, parts, nameOf, shapeOf }}
                unit={panel.unit}
                label={`${title} in ${unitName(panel.unit) || "no unit"}`}
              />
              {caption && <p className="caption">{caption}</p>}
            </div>
          );
        })}
      </div>
    </section>
  );
}
