/** A record that does not exist. */

import type { ReactNode } from "react";
import type { Description, Place } from "../../../../kit/description/model.ts";
import { pathAbove } from "../../../../kit/description/paths.ts";
import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { ProblemView, type ProblemViewProps } from "./problem-view.tsx";
import { SimilarNames } from "./similar-names.tsx";

/** Says which record does not exist, and leads to records with similar names and to the list. */
export function NoRecord({
  place,
  path,
  children,
  ...problem
}: Pick<ProblemViewProps, "error" | "retry" | "isPage"> & {
  readonly place: Place;
  readonly path: string;
  /** More facts that are known of it. */
  readonly children?: ReactNode;
}) {
  const { view, ids } = place;
  const list = listOf(useDescription(), place, path);
  const title = view.kind === "single" ? `There is no ${view.noun} here` : `There is no ${view.noun} ${ids.at(-1)}`;
  return (
    <ProblemView {...problem} title={title}>
      {children}
      <SimilarNames path={path} />
      {list && (
        <div className="btns ways-on">
          <Link className="btn" to={pageOf(list.path)}>
            All {words(list.plural)}
          </Link>
        </div>
      )}
    </ProblemView>
  );
}

/** Returns the list of all records of its kind; without one, that of the record above it. */
function listOf(description: Description, { view }: Place, path: string) {
  const list = description.home(view.resource);
  if (list && !list.path.includes("{")) return list;
  const above = pathAbove(path);
  const next = description.at(above);
  if (next?.kind === "record") return listOf(description, next, above);
  return next && { path: above, plural: next.view.plural };
}
