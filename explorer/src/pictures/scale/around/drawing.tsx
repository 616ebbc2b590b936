/** The ways of bodies around a center, and where the bodies are on them after some time, as elements. */
import { memo, useMemo } from "react";
import { useLinks } from "../../parts/use-links.ts";
import { elementOf } from "../../svg/drawing.tsx";
import type { Body } from "../bodies.ts";
import type { Captions } from "../captions.ts";
import type { Far } from "../layout/distances.ts";
import { BodyTip } from "../tip.tsx";
import { DOT, dotsOf } from "./dots.ts";
import { drawBody, drawWays, movedIn } from "./draw.ts";
import type { Panels } from "./panels.ts";

interface Words {
  readonly center: Body | undefined;
  readonly captions: Captions;
  readonly unit: string;
}

/** A drawing of ways. Only dots and names are drawn again as time goes by. */
export function WaysDrawing({
  drawn,
  time,
  label,
  words: { center, captions, unit },
}: {
  readonly drawn: Panels;
  readonly time: number;
  readonly label: string;
  readonly words: Words;
}) {
  const { width, height, panels } = drawn;
  const ids = useMemo(() => panels.flatMap(({ all }) => all.map(({ body }) => body.id)), [panels]);
  const ways = useMemo(() => drawWays(panels, center, unit).map(elementOf), [panels, center, unit]);
  const { props, tabIndexOf, pointed } = useLinks<SVGSVGElement>(ids);
  const target = pointed && panels.flatMap((panel) => dotsOf(panel, time)).find(({ body }) => body.id === pointed.key);
  return (
    <>
      <svg
        className="pic scale"
        {...{ role: "group", width, height, ...props }}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={label}
      >
        {ways}
        {panels.map((panel) =>
          movedIn(panel, time).map(({ body, at, transform }) => (
            <g key={body.id} transform={transform}>
              <BodyLink {...{ body, at, says: captions.whole(body, center), tabIndex: tabIndexOf(body.id) }} />
            </g>
          )),
        )}
        {pointed?.isFocus && target && <circle className="ring" cx={target.x} cy={target.y} r={DOT + 3.5} />}
      </svg>
      {pointed && target && <BodyTip {...target} r={DOT} width={width} captions={captions} />}
    </>
  );
}

/** A body: most of them look the same from one frame to the next, and only move. */
const BodyLink = memo(function BodyLink({
  body,
  at,
  says,
  tabIndex,
}: {
  readonly body: Far;
  readonly at: string | undefined;
  readonly says: string;
  readonly tabIndex: number;
}) {
  return elementOf(drawBody({ body, at }, says, tabIndex), 0);
});
