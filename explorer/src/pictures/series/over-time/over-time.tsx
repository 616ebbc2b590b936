/** Samples over time, one panel for each unit. */
import { useId, useMemo, useState } from "react";
import { countText } from "../../../units.ts";
import { useColors } from "../../parts/colors.ts";
import { useSize } from "../../parts/use-size.ts";
import type { Sample, SeriesParts } from "../samples.ts";
import type { Ends } from "../window.ts";
import { framesOf } from "./frame.ts";
import { PanelChart } from "./panel-chart.tsx";
import { type Panel, panelsOf } from "./panels.ts";

/** The panels of samples over time. */
export function OverTime({
  samples,
  parts,
  requested,
  shapeOf,
  choose,
  label,
}: {
  readonly samples: readonly Sample[];
  readonly parts: SeriesParts;
  /** The part of x that the address asks for; undefined at an open end. */
  readonly requested: Ends;
  readonly shapeOf: (mark: string | undefined) => number;
  readonly choose: (from: number, to: number) => void;
  readonly label: string;
}) {
  const [box, size] = useSize<HTMLDivElement>();
  const [said, say] = useState("");
  const [isWhole, setWhole] = useState(false);
  const colorOf = useColors();
  const hintId = useId();
  const panels = useMemo(() => panelsOf(samples), [samples]);
  const placed = size
    ? framesOf(panels, size.width, { samples, requested, isTime: parts.isTime }, isWhole ? panels.length : undefined)
    : [];
  return (
    <figure className="figure series" ref={box} aria-label={label}>
      {placed.map(({ panel, frame, hasNames }) => (
        <div key={`${panel.unit} ${size?.density}`}>
          {!hasNames && <PanelNames panel={panel} />}
          <PanelChart {...{ panel, parts, frame, colorOf, shapeOf, choose, say, hintId, hasNames }} />
        </div>
      ))}
      {size && placed.length < panels.length && (
        <button type="button" className="btn" onClick={() => setWhole(true)}>
          Show {panels.length - placed.length} more units
        </button>
      )}
      <p className="sr" id={hintId}>
        Left and right arrow keys move from sample to sample, up and down from line to line; Enter opens the sample.
      </p>
      <p className="sr" aria-live="polite">
        {said}
      </p>
    </figure>
  );
}

/** Names with their colors. */
function PanelNames({ panel }: { readonly panel: Panel }) {
  return (
    <ul className="how is-names">
      {panel.lines.map(({ key, name, detail, hue, samples }) => (
        <li key={key}>
          <i className={`sw c${hue}`} />
          <span>
            <bdi>{name}</bdi>{" "}
            <span className="faint">{[detail, countText(samples.length)].filter(Boolean).join(" · ")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
