/** The number of members on each day, with the legend of their colors. It leads to the page of the picture. */
import { useMemo } from "react";
import { titleOf } from "../../../../../kit/description/pages/pictures.ts";
import { aspectOf } from "../../../address/address.ts";
import { Link } from "../../../description/past/link.tsx";
import { huesOf } from "../../../fields/hues.ts";
import { legendOf } from "../../../pictures/faces/presence/legend.ts";
import { useSize } from "../../../pictures/parts/use-size.ts";
import { SvgDrawing } from "../../../pictures/svg/drawing.tsx";
import { isoOf, yearsText } from "../../../pictures/time/days.ts";
import type { Pictured } from "../pictures.ts";
import { drawRun } from "./drawing.ts";
import type { Present } from "./use-presence.ts";
import "../../../../style/pictures.css";
import "../../../../style/face.css";

export default function Days({ view, picture, present }: Pictured & { readonly present: Present }) {
  const [measured, size] = useSize<HTMLDivElement>();
  const { parts, members, run, day, now } = present;
  const legend = useMemo(() => legendOf(members, parts.color, huesOf(parts.color)), [members, parts.color]);
  const title = titleOf(picture, view);
  const page = `${aspectOf(view.path, "presence")}#day=${isoOf(day)}`;
  const label = `${title}: how many on each day, ${yearsText(members[0]!.stays[0]!.from, day)}`;
  return (
    <>
      <div ref={measured} className="days">
        {size && (
          <>
            <SvgDrawing drawing={drawRun({ members: legend.members, run, day, now, label }, size.width)} />
            {/* The words below say where it leads. */}
            <Link to={page} aria-hidden tabIndex={-1} />
          </>
        )}
      </div>
      <figcaption>
        <ul className="legend">
          {legend.categories.map(({ label, hue }) => (
            <li key={label} className="key">
              <i className={`sw c${hue}`} />
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
        <Link to={page}>{title}</Link>
      </figcaption>
    </>
  );
}
