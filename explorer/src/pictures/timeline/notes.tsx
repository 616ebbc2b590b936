/** Explains how to read a timeline: its marks and their texts, and its limits. */

import type { Tone } from "../../../../kit/description/schema.ts";
import { Link } from "../../description/past/link.tsx";
import { countText } from "../../units.ts";
import { MOST_BARS } from "./layout.ts";
import type { TimelineParts } from "./parts.ts";

/** The words below a timeline. */
export function Notes({
  parts,
  undated,
  withoutDate,
  isDense,
  isUnknown,
}: {
  readonly parts: TimelineParts;
  /** The number of records without a date, and their list. */
  readonly undated: number;
  readonly withoutDate: string;
  readonly isDense: boolean;
  /** Whether there is an item that may be ongoing or not. */
  readonly isUnknown: boolean;
}) {
  return (
    <>
      <How parts={parts} isUnknown={isUnknown} />
      <p className="caption">
        {isDense && (
          <span className="wide-only">
            More than {countText(MOST_BARS)} are in view: strips are darker where there are more. Zoom in to see each
            one.{" "}
          </span>
        )}
        {undated > 0 && (
          <>
            {countText(undated)} <Link to={withoutDate}>without {parts.from.label.toLowerCase()}</Link>{" "}
            {undated === 1 ? "is" : "are"} not drawn.{" "}
          </>
        )}
        Bars shorter than 3 px are drawn 3 px wide. Times are UTC.{" "}
        <span className="wide-only">
          Zoom with Ctrl and the wheel, with the wheel over the strip, or with the buttons; drag to move.
        </span>
      </p>
    </>
  );
}

/** The marks that a list can have. */
function How({ parts, isUnknown }: { readonly parts: TimelineParts; readonly isUnknown: boolean }) {
  const tones = new Set<Tone>(Object.values(parts.state?.tones ?? {}));
  const named = (tone: Tone) =>
    Object.entries(parts.state?.tones ?? {})
      .filter(([, each]) => each === tone)
      .map(([state]) => state.replaceAll("_", " "))
      .join(" or ");
  return (
    <ul className="how">
      {parts.to && (
        <Sign width={36} text={`${parts.from.label.toLowerCase()} to ${parts.to.label.toLowerCase()}`}>
          <rect className="f3" x="0" y="3" width="34" height="8" />
        </Sign>
      )}
      {isUnknown && (
        <Sign width={42} text="ongoing, later not known">
          <defs>
            <pattern id="how-unknown" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V5" className="hs3" />
            </pattern>
          </defs>
          <rect className="f3" x="0" y="3" width="20" height="8" />
          <rect fill="url(#how-unknown)" x="20" y="3" width="14" height="8" />
          <path className="on s3" d="m36 3.5 3.5 3.500-3.500 3.500" />
        </Sign>
      )}
      {tones.has("go") && (
        <Sign width={42} text="ongoing">
          <defs>
            <linearGradient id="how-fade">
              <stop offset=".1" className="st3" />
              <stop offset="1" className="st3" stopOpacity=".3" />
            </linearGradient>
          </defs>
          <rect fill="url(#how-fade)" x="0" y="3" width="34" height="8" />
          <path className="on s3" d="m36 3.5 3.5 3.500-3.500 3.500" />
        </Sign>
      )}
      <Sign width={9} text={parts.to ? "end unknown" : parts.from.label.toLowerCase()}>
        <circle className="f3" cx="4" cy="7" r="3" />
      </Sign>
      {parts.precision && (
        <Sign width={38} text={`${parts.from.label.toLowerCase()} approximate`}>
          <defs>
            <pattern id="how-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V5" className="hs3" />
            </pattern>
          </defs>
          <rect fill="url(#how-hatch)" className="s3" x=".5" y="3.5" width="17" height="7" />
          <rect className="f3" x="18" y="3" width="18" height="8" />
        </Sign>
      )}
      {tones.has("plan") && (
        <Sign width={36} text={named("plan")}>
          <rect className="dash s3" x=".75" y="3.75" width="33" height="6.5" />
        </Sign>
      )}
      {tones.has("fault") && (
        <Sign width={34} text={named("fault")}>
          <rect className="f3" x="0" y="3" width="24" height="8" />
          <path className="fail" d="m26 4 6 6m0-6-6 6" />
        </Sign>
      )}
      {tones.has("off") && (
        <Sign width={37} text={named("off")}>
          <rect className="f3 is-off" x="0" y="3" width="34" height="8" />
          <path className="strike" d="M-1 7H36" />
        </Sign>
      )}
    </ul>
  );
}

function Sign({ width, text, children }: { width: number; text: string; children: React.ReactNode }) {
  return (
    <li>
      <svg className="pic" width={width} height="14" viewBox={`0 0 ${width} 14`} aria-hidden="true">
        {children}
      </svg>
      {text}
    </li>
  );
}
