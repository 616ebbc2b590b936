/** Names the members who are there on the day of the cursor. */

import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { countText } from "../../units.ts";
import { sayHere } from "./draw/rows.ts";
import type { Here } from "./heads.ts";

/** More names than this are not listed beside the picture; its table has all. */
const MOST_NAMES = 24;

/** The place of the names: above the picture, or in the corner that it leaves free. */
export interface AboardPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** From here, a line leads to the cursor. */
  readonly lead: { readonly left: number; readonly width: number };
}

/** The names of the day. */
export function Aboard({
  title,
  here,
  place,
}: {
  readonly title: string;
  readonly here: readonly Here[];
  /** Undefined: above the picture. "rows": the rows of the picture already bear the names. */
  readonly place: AboardPlace | "rows" | undefined;
}) {
  if (place === "rows") return <p className="sr">{[title, ...here.map(({ member }) => member.name)].join(", ")}</p>;
  const rest = here.length - MOST_NAMES;
  return (
    <section
      className={`aboard${place ? " is-corner" : ""}`}
      style={place && { left: place.left, top: place.top, width: place.width }}
    >
      {place && <i className="lead" style={{ left: place.lead.left - place.left, width: place.lead.width }} />}
      <h2>{title}</h2>
      <ul>
        {here.slice(0, MOST_NAMES).map((each) => (
          <li key={each.member.id}>
            <span className="kind">
              <i className={`sw c${each.member.hue}`} />
              <Link to={pageOf(each.member.path)}>{each.member.name}</Link>
            </span>{" "}
            <span className="soft">{sayHere(each)}</span>
          </li>
        ))}
        {rest > 0 && <li className="soft">and {countText(rest)} more</li>}
      </ul>
    </section>
  );
}
