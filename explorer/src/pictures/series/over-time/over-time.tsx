/** Samples over time, one panel for each unit. */
import { useId, useMemo, useState } from "react";
import { countText } from "../../../units.ts";
import { textWidth } from "../../layout/text-width.ts";
import { useColors } from "../../parts/colors.ts";
import { useSize } from "../../parts/use-size.ts";
import type { Sample, SeriesParts } from "../samples.ts";
import type { Frame } from "./chart-options.ts";
import { PanelChart } from "./panel-chart.tsx";
import { type Panel, panelsOf } from "./panels.ts";

/** Below this width, names stand above their panels. */
const NARROW = 640;
const LEFT = 54;
const EDGE = 10;
const MOST_NAMES = 190;
/** A name beside a panel needs so much of its height. */
const NAME_HEIGHT = 26;
/** From so many panels on, each has the words of its axis. */
const MANY = 5;
const FIRST_PANELS = 12;
const SIDE_ROOM = 0.025;

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
  readonly requested: readonly [number | undefined, number | undefined];
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
  const shown = isWhole ? panels : panels.slice(0, FIRST_PANELS);
  const width = size?.width ?? 0;
  const isNarrow = width < NARROW;
  const span = spanOf(samples, requested);
  const right = isNarrow ? EDGE : rightOf(shown);
  return (
    <figure className="figure series" ref={box} aria-label={label}>
      {size &&
        shown.map((panel, index) => {
          const hasNames = !isNarrow && panel.lines.length * NAME_HEIGHT <= panel.height + NAME_HEIGHT;
          const hasDates = panels.length >= MANY || index === shown.length - 1;
          const frame: Frame = {
            width,
            left: LEFT,
            right: isNarrow ? EDGE : right,
            hasDates,
            span,
            isTime: parts.isTime,
          };
          return (
            <div key={`${panel.unit} ${size.density}`}>
              {!hasNames && <PanelNames panel={panel} />}
              <PanelChart {...{ panel, parts, frame, colorOf, shapeOf, choose, say, hintId, hasNames }} />
            </div>
          );
        })}
      {shown.length < panels.length && (
        <button type="button" className="btn" onClick={() => setWhole(true)}>
          Show {panels.length - shown.length} more units
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

/** Returns the ends of x: those requested, otherwise all samples with some room. */
function spanOf(
  samples: readonly Sample[],
  [from, to]: readonly [number | undefined, number | undefined],
): [number, number] {
  const [first, last] = [samples[0]?.x ?? 0, samples.at(-1)?.x ?? 1];
  const room = (last - first) * SIDE_ROOM || 43_200;
  return [from ?? first - room, to ?? last + room];
}

/** Returns the room for the names beside the panels. */
function rightOf(panels: readonly Panel[]): number {
  const names = panels.flatMap(({ lines }) =>
    lines.map(({ name, detail }) => Math.max(textWidth(name, 12), textWidth(`${detail} · 10`))),
  );
  return Math.min(MOST_NAMES, Math.max(60, ...names) + 20);
}

/** Names with their colors. */
function PanelNames({ panel }: { readonly panel: Panel }) {
  return (
    <ul className="how is-names">
      {panel.lines.map(({ key, name, detail, hue, samples }) => (
        <li key={key}>
          <i className={`sw c${hue}`} />
          <span>
            {name} <span className="faint">{[detail, countText(samples.length)].filter(Boolean).join(" · ")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
