/** The way from a moment before the history to the earliest one. */
import { Link, useLocation } from "react-router";
import type { Problem } from "../../../../client/index.ts";
import { atMoment, withoutMoment } from "../../address/moment.ts";
import { useDating } from "../../requests/past/dating.ts";
import { momentText } from "../past/moment-text.ts";

/** A link to the first day that is known, if the problem names its beginning: at its end, which has what was stored then. */
export function Earliest({ problem }: { readonly problem: Problem }) {
  const { search, hash } = useLocation();
  const { moment } = useDating();
  const { earliest } = problem.document;
  if (moment === undefined || earliest === undefined) return null;
  const day = earliest.slice(0, "2026-01-15".length);
  return (
    <div className="btns ways-on">
      <Link className="btn" to={{ search: atMoment(withoutMoment(search), day), hash }}>
        Show {momentText(day)}
      </Link>
    </div>
  );
}
