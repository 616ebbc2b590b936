/** Draws the ways of bodies around a center, and where the bodies are on them after some time. */
import { memo, useMemo, useState } from "react";
import { pageOf } from "../../../address/address.ts";
import { Link } from "../../../description/past/link.tsx";
import { useRoving } from "../../parts/use-roving.ts";
import { px } from "../../svg/node.ts";
import type { Body } from "../bodies.ts";
import type { Captions } from "../captions.ts";
import type { Far } from "../layout/distances.ts";
import { RulerShape } from "../ruler.tsx";
import { BodyTip } from "../tip.tsx";
import { DOT, type Dot, dotsOf, labelsOf } from "./dots.ts";
import type { Label } from "./labels.ts";
import type { Panel, Panels } from "./panels.ts";

const TARGET = 12;

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
  words,
}: {
  readonly drawn: Panels;
  readonly time: number;
  readonly label: string;
  readonly words: Words;
}) {
  const { width, height, panels } = drawn;
  const { center, captions } = words;
  const bodies = useMemo(() => panels.flatMap(({ all }) => all.map(({ body }) => body)), [panels]);
  const roving = useRoving<SVGSVGElement>(bodies.map(({ id }) => id));
  const [pointed, setPointed] = useState<{ readonly id: string; readonly isFocus: boolean }>();
  const dots = panels.map((panel) => dotsOf(panel, time));
  const target = dots.flat().find(({ body }) => body.id === pointed?.id);
  return (
    <>
      <svg
        className="pic scale"
        {...{ role: "group", width, height, ref: roving.ref, onKeyDown: roving.onKeyDown, onFocus: roving.onFocus }}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={label}
      >
        <Ways panels={panels} words={words} />
        {panels.map((panel, index) => {
          const labels = labelsOf(dots[index]!, panel);
          return dots[index]!.map((dot) => (
            <g key={dot.body.id} transform={`translate(${px(dot.x)} ${px(dot.y)})`}>
              <BodyLink
                {...{ body: dot.body, setPointed, at: placeOf(labels.get(dot), dot) }}
                says={captions.whole(dot.body, center)}
                tabIndex={roving.tabIndexOf(dot.body.id)}
              />
            </g>
          ));
        })}
        {pointed?.isFocus && target && <circle className="ring" cx={target.x} cy={target.y} r={DOT + 3.5} />}
      </svg>
      {pointed && target && <BodyTip {...target} r={DOT} width={width} captions={captions} />}
    </>
  );
}

/** Returns the side of a dot on which its name stands, as text: it rarely changes. */
function placeOf(label: Label | undefined, dot: Dot): string | undefined {
  return label && `${px(label.x - dot.x)} ${px(label.y - dot.y)}`;
}

/** A body: a link with its name. */
const BodyLink = memo(function BodyLink({
  body,
  at,
  says,
  tabIndex,
  setPointed,
}: {
  readonly body: Far;
  readonly at: string | undefined;
  readonly says: string;
  readonly tabIndex: number;
  readonly setPointed: (pointed: { readonly id: string; readonly isFocus: boolean } | undefined) => void;
}) {
  const [x, y] = at?.split(" ") ?? [];
  return (
    <Link
      data-key={body.id}
      to={pageOf(body.path)}
      tabIndex={tabIndex}
      aria-label={says}
      onMouseEnter={() => setPointed({ id: body.id, isFocus: false })}
      onMouseLeave={() => setPointed(undefined)}
      onFocus={() => setPointed({ id: body.id, isFocus: true })}
      onBlur={() => setPointed(undefined)}
    >
      <circle className="hit" r={TARGET} />
      <circle className={`way-dot f${hueOf(body)}`} r={DOT} />
      {at !== undefined && (
        <text className="lbl" x={x} y={y}>
          {body.name}
        </text>
      )}
    </Link>
  );
});

/** Without categories, the color says the direction. */
function hueOf({ hue, isRetrograde }: Body): number {
  return hue ?? (isRetrograde ? 2 : 1);
}

/** All that stays as it is. */
const Ways = memo(function Ways({ panels, words: { center, unit } }: { panels: readonly Panel[]; words: Words }) {
  return panels.map(({ box, x, y, r, all, title, inner, ruler }) => (
    <g key={`${box.x} ${box.y}`} aria-hidden>
      {title && (
        <text className="lbl" x={box.x} y={box.y - 10}>
          {title}
        </text>
      )}
      <path className="drop" d={`M${px(x)} ${px(y)}H${px(box.x + box.width)}`} />
      {inner !== undefined && <circle className="drop" cx={px(x)} cy={px(y)} r={px(inner)} />}
      {all.map(({ body, ellipse: { x: middle, rx, ry } }) => (
        <path
          key={body.id}
          className={`way s${hueOf(body)}${body.isRetrograde ? " is-back" : ""}`}
          d={`M${px(x + middle - rx)} ${px(y)}a${px(rx)} ${px(ry)} 0 1 1 ${px(2 * rx)} 0a${px(rx)} ${px(ry)} 0 1 1 ${px(-2 * rx)} 0z`}
        />
      ))}
      <circle className={center?.hue === undefined ? "plain" : `f${center.hue}`} cx={px(x)} cy={px(y)} r={px(r)} />
      <RulerShape ruler={ruler} unit={unit} />
    </g>
  ));
});
