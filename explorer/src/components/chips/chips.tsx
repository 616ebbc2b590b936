/** The filters of a list, as chips that can be removed. */
import type { ReactNode } from "react";
import type { Fault } from "../../../../client/index.ts";
import type { View } from "../../../../kit/description/model.ts";
import { withoutSummary } from "../../address/groups.ts";
import { type Pair, replaced } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { Chip, type ChipActions } from "./chip.tsx";
import { chipsIn } from "./chips-in.ts";

/** Props of `Chips`. */
export interface ChipsProps extends Partial<Omit<ChipActions, "remove">> {
  readonly view: View;
  readonly search: string;
  /** Faults by parameter. Their chips are marked. */
  readonly faults: ReadonlyMap<string, Fault>;
  readonly nameOf: NameOf;
  /** Shown after the chips. */
  readonly children?: ReactNode;
}

/** The chips of a query. */
export function Chips({ view, search, faults, nameOf, edit, extend, children }: ChipsProps) {
  const isFaulty = (parameter: string) => faults.has(parameter);
  const changeSearch = useChangeSearch();
  const remove = (pairs: readonly Pair[]) =>
    changeSearch((now) => (pairs[0]?.[0] === "group_by" ? withoutSummary(now) : replaced(now, pairs)));
  return (
    <ul className="chips" aria-label="Filters">
      {chipsIn(view, search, nameOf, isFaulty).map((chip) => (
        <li key={chip.key}>
          <Chip chip={chip} isFaulty={isFaulty} remove={remove} edit={edit} extend={extend} />
        </li>
      ))}
      {children && <li className="chips-more">{children}</li>}
    </ul>
  );
}
