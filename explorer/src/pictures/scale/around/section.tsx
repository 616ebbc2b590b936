/** Shows the ways of bodies around a center, and plays how the bodies move on them. */
import { useMemo, useState } from "react";
import type { Field } from "../../../../../kit/description/model.ts";
import { Button } from "../../../components/button.tsx";
import { numberFormat } from "../../../locale.ts";
import { plainNumber, unitText } from "../../../units.ts";
import { closedOf } from "../../faces/scale/ellipses.ts";
import { useSize } from "../../parts/use-size.ts";
import { PlayerBar } from "../../play/player-bar.tsx";
import { usePlayer } from "../../play/use-player.ts";
import { type Body, MOST_DRAWN } from "../bodies.ts";
import type { Captions } from "../captions.ts";
import { farOf } from "../layout/distances.ts";
import { pathsTitle } from "../notes.ts";
import { captionOf, motionText } from "./caption.ts";
import { WaysDrawing } from "./drawing.tsx";
import { speedsFor } from "./motion.ts";
import { panelsOf } from "./panels.ts";

/** Ways around a center, which may not be a record itself. */
export function WaysSection({
  bodies,
  center,
  units,
  period,
  captions,
  heading,
}: {
  readonly bodies: readonly Body[];
  readonly center: Body | undefined;
  readonly units: { readonly radius: string; readonly distance: string };
  /** The field with the time that a turn takes. */
  readonly period: Field | undefined;
  readonly captions: Captions;
  readonly heading: string;
}) {
  const [box, size] = useSize<HTMLDivElement>();
  const ids = bodies.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same bodies are read anew with each render
  const closed = useMemo(() => closedOf(farOf(bodies).slice(0, MOST_DRAWN)), [ids]);
  const [time, setTime] = useState(0);
  const speeds = useMemo(() => speedsFor(closed), [closed]);
  const [chosen, setChosen] = useState<number>();
  const speed = chosen !== undefined && speeds.includes(chosen) ? chosen : (speeds[1] ?? 0);
  const radius = units.radius === units.distance ? (center?.radius ?? 0) : 0;
  const player = usePlayer(
    speeds.length === 0
      ? undefined
      : {
          start: () => time,
          after: (from, elapsed, isStepped) =>
            from + speed * (isStepped ? Math.floor(elapsed / 1_000) : Math.max(0, elapsed) / 1_000),
          ...{ last: Number.POSITIVE_INFINITY, move: setTime, settle: setTime },
        },
    speed,
  );
  const width = size?.width;
  const drawn = useMemo(
    () => (width === undefined || closed.length === 0 ? undefined : panelsOf(closed, radius, width)),
    [closed, radius, width],
  );
  const words = useMemo(() => ({ center, captions, unit: units.distance }), [center, captions, units.distance]);
  const withUnit = (value: number, text = plainNumber(value)) =>
    `${text} ${unitText(period?.unit ?? "", value)}`.trim();
  const digits = Math.max(0, 1 - Math.floor(Math.log10(speed || 1)));
  if (closed.length === 0) return <p className="caption">None of these has a recorded path.</p>;
  return (
    <section className="is-scale">
      {speeds.length > 0 && (
        <PlayerBar
          {...{ player }}
          now={withUnit(time, fixed(time, digits))}
          note="since the common start"
          speeds={speeds.map((each) => ({ value: String(each), label: withUnit(each) }))}
          speed={String(speed)}
          onSpeed={(value) => setChosen(Number(value))}
        >
          <Button
            small
            icon="first"
            label="Back to the start"
            onClick={() => {
              player.stop();
              setTime(0);
            }}
          />
        </PlayerBar>
      )}
      <figure className="figure">
        <div ref={box}>{drawn && <WaysDrawing {...{ drawn, time, words }} label={pathsTitle(heading, center)} />}</div>
        <figcaption className="caption">
          {captionOf(closed, bodies.length, motionText(closed, period?.label))}
        </figcaption>
      </figure>
    </section>
  );
}

function fixed(value: number, digits: number): string {
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })(value);
}
