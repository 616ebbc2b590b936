/** A drawing of bodies to size: each is a link. */
import { Fragment, useState } from "react";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useRoving } from "../parts/use-roving.ts";
import type { Body } from "./bodies.ts";
import type { Captions } from "./captions.ts";
import { DiscShape } from "./disc.tsx";
import type { Layout, Line, PlacedDisc } from "./layout/placed.ts";
import { RulerShape } from "./ruler.tsx";
import { BodyTip } from "./tip.tsx";

/** The distance of the ring of the focus from a disc, and its least size. */
const OFF = 3.5;
const TARGET = 12;

/** Draws a layout. */
export function Drawing({
  layout,
  label,
  unit,
  captions,
  bleed = 0,
}: {
  readonly layout: Layout;
  readonly label: string;
  readonly unit: string;
  readonly captions: Captions;
  /** The reach of the lines above and below; 0 without lines. */
  readonly bleed?: number;
}) {
  const { width, height, limb, discs, block, ruler } = layout;
  const placed = [...discs, ...(block?.discs ?? [])];
  const roving = useRoving<SVGSVGElement>([...(limb ? [limb.body.id] : []), ...placed.map(({ body }) => body.id)]);
  const [pointed, setPointed] = useState<{ readonly body: Body; readonly isFocus: boolean }>();
  const point = (body: Body) => ({
    "data-key": body.id,
    to: pageOf(body.path),
    tabIndex: roving.tabIndexOf(body.id),
    onMouseEnter: () => setPointed({ body, isFocus: false }),
    onMouseLeave: () => setPointed(undefined),
    onFocus: () => setPointed({ body, isFocus: true }),
    onBlur: () => setPointed(undefined),
  });
  const target = placed.find(({ body }) => body === pointed?.body);
  return (
    <>
      <svg
        className="pic scale"
        {...{ role: "group", width, height, ref: roving.ref, onKeyDown: roving.onKeyDown, onFocus: roving.onFocus }}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={label}
      >
        {limb && (
          <Link {...point(limb.body)} aria-label={captions.whole(limb.body)}>
            <path className={limb.body.hue === undefined ? "plain" : `f${limb.body.hue}`} d={limb.outline} />
            <Lines lines={limb.lines.filter(({ isName }) => isName)} />
          </Link>
        )}
        {limb && <Sizes lines={limb.lines} />}
        {bleed > 0 && <path className="frame-line" d={`M${-bleed} .5H${width}M${-bleed} ${height - 0.5}H${width}`} />}
        {placed.map((disc) => (
          <Fragment key={disc.body.id}>
            <Link {...point(disc.body)} aria-label={captions.whole(disc.body, limb?.body)}>
              <Target {...disc} />
              <DiscShape {...disc} />
              <Lines lines={disc.lines.filter(({ isName }) => isName)} />
            </Link>
            <Sizes lines={disc.lines} />
          </Fragment>
        ))}
        {block && (
          <g aria-hidden>
            {block.braceY !== undefined && (
              <path className="brace" d={`M${block.x} ${block.braceY}v5H${block.x + block.width}v-5`} />
            )}
            <Lines lines={block.lines} />
          </g>
        )}
        <RulerShape ruler={ruler} unit={unit} />
        {pointed?.isFocus && target && (
          <circle className="ring" cx={target.x} cy={target.y} r={Math.max(target.r, 2.5) + OFF} />
        )}
        {pointed?.isFocus && limb?.body === pointed.body && <path className="ring" d={limb.outline} />}
      </svg>
      {pointed && target && <BodyTip {...target} width={width} captions={captions} />}
    </>
  );
}

/** The target of the pointer: larger than a disc that would be hard to hit. */
function Target({ x, y, r }: PlacedDisc) {
  return r < TARGET ? <circle className="hit" cx={x} cy={y} r={Math.max(r, TARGET / 2)} /> : null;
}

/** The words under a name, which are part of the name of the link (WCAG 2.5.3). */
function Sizes({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <g aria-hidden>
      <Lines lines={lines.filter(({ isName }) => !isName)} />
    </g>
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return lines.map(({ x, y, text, anchor, isName, isSmall, onHue }) => (
    <text key={`${y} ${text}`} x={x} y={y} textAnchor={anchor} className={classOf(isName, isSmall, onHue)}>
      {text}
    </text>
  ));
}

function classOf(isName: boolean, isSmall: boolean, onHue: number | undefined): string {
  const own = isName ? `body-name${isSmall ? " is-small" : ""}` : "body-r";
  return onHue === undefined ? own : `${own} in-${onHue}`;
}
