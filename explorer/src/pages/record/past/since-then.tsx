/** Says how many values of a record are different now. */
import { Link } from "react-router";
import type { Place } from "../../../../../kit/description/model.ts";
import { aspectOf } from "../../../address/address.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { withNames } from "../../../fields/record/relations.ts";
import { useReadableRelations } from "../../../fields/use-readable-relations.ts";
import { useGet } from "../../../requests/queries.ts";
import { quantity } from "../../../units.ts";
import { differencesOf } from "./differences.ts";
import { useReadPresent } from "./present-record.ts";

/** The sentence for the bar of the past; nothing until it is known. */
export function SinceThen({ place, path, search }: { place: Place; path: string; search: string }) {
  const description = useDescription();
  const { view } = place;
  const then = useGet(withNames(description, view, path, search, useReadableRelations())).data?.data;
  const now = useReadPresent(place, path, search);
  if (now === undefined || !then) return null;
  if (now === null)
    return (
      <>
        It has been deleted since then
        {view.log !== undefined && (
          <>
            : <Link to={aspectOf(path, "history")}>its history</Link>
          </>
        )}
        .
      </>
    );
  const count = differencesOf(view, then, now).length;
  if (count === 0) return <>No values have changed since then.</>;
  return (
    <>
      {quantity(count, "value")} {count === 1 ? "is" : "are"} different now.
    </>
  );
}
