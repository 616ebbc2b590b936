/** A record that did not exist at the moment of the page. */
import type { NotFound } from "../../../../../client/index.ts";
import type { Place } from "../../../../../kit/description/model.ts";
import { aspectOf } from "../../../address/address.ts";
import { withoutMoment } from "../../../address/moment.ts";
import { momentText } from "../../../components/past/moment-text.ts";
import { ProblemView } from "../../../components/problem/problem-view.tsx";
import { Link } from "../../../description/past/link.tsx";

/** Says that there was no such record, and leads to its history. */
export function NoRecordThen({
  error,
  place: { view, ids },
  path,
  moment,
}: {
  readonly error: NotFound;
  readonly place: Place;
  readonly path: string;
  readonly moment: string;
}) {
  const name = view.kind === "single" ? view.noun : `${view.noun} ${ids.at(-1)}`;
  return (
    <ProblemView error={error} title={`There was no ${name} on ${momentText(moment)}`} isPage>
      <p className="soft">It was created later, or had already been deleted.</p>
      {view.log !== undefined && (
        <div className="btns ways-on">
          <Link className="btn" to={aspectOf(withoutMoment(path), "history")}>
            Its history
          </Link>
        </div>
      )}
    </ProblemView>
  );
}
