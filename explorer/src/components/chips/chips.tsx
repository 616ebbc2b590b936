/** The filters of a list, as chips that can be removed. */
import type { ReactNode } from "react";
import type { Fault } from "../../../../client/index.ts";
import type { View } from "../../../../kit/description/model.ts";
import { withoutSummary } from "../../address/groups.ts";
import { filtersIn, withoutParameter } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { Icon } from "../icon.tsx";
import { filterSentence, filterText } from "./filter-text.ts";

/** Props of `Chips`. */
export interface ChipsProps {
  readonly view: View;
  readonly search: string;
  /** Faults by parameter. Their chips are marked. */
  readonly faults: ReadonlyMap<string, Fault>;
  readonly nameOf: NameOf;
  /** Changes a filter. */
  readonly edit?: ((parameter: string, value: string, chip: HTMLElement) => void) | undefined;
  /** Shown after the chips. */
  readonly children?: ReactNode;
}

/** The chips of a query. */
export function Chips({ view, search, faults, nameOf, edit, children }: ChipsProps) {
  const parameters = chipsIn(search, faults);
  const changeSearch = useChangeSearch();
  return (
    <ul className="chips" aria-label="Filters">
      {parameters.map(([name, value]) => (
        <li key={`${name}=${value}`}>
          <Chip
            {...filterText(view, name, value, nameOf)}
            isFaulty={faults.has(name)}
            remove={() =>
              changeSearch((now) => (name === "group_by" ? withoutSummary(now) : withoutParameter(now, name, value)))
            }
            edit={
              edit && view.filters.some(({ parameter }) => parameter === name)
                ? (chip) => edit(name, value, chip)
                : undefined
            }
          />
        </li>
      ))}
      {children && <li className="chips-more">{children}</li>}
    </ul>
  );
}

/** Returns the parameters that are shown as chips: filters, how the list is summarized, and parameters with faults. */
function chipsIn(search: string, faults: ReadonlyMap<string, Fault>): [string, string][] {
  const filters = filtersIn(search);
  const names = new Set(filters.map(([name]) => name));
  const others = [...new URLSearchParams(search)].filter(
    ([name]) => !names.has(name) && (name === "group_by" || name === "measure" || faults.has(name)),
  );
  return [...filters, ...others];
}

/** Moves the focus to a neighboring chip when one is removed. */
function focusBeside(button: HTMLElement): void {
  const chip = button.closest("li");
  const beside = chip?.nextElementSibling ?? chip?.previousElementSibling;
  beside?.querySelector<HTMLElement>(".un, .is-add")?.focus();
}

interface ChipProps {
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
  /** Whether it has a fault: the page says what is wrong, and how to fix it. */
  readonly isFaulty: boolean;
  readonly remove: () => void;
  readonly edit: ((chip: HTMLElement) => void) | undefined;
}

function Chip({ subject, operator, value, isFaulty, remove, edit }: ChipProps) {
  const label = (
    <>
      {subject} <span className="op">{operator}</span> <b>{value}</b>
      {isFaulty && <span className="sr">, invalid</span>}
    </>
  );
  return (
    <span className={isFaulty ? "chip is-fault" : "chip"}>
      {edit ? (
        <button type="button" className="chip-label" onClick={({ currentTarget }) => edit(currentTarget)}>
          {label}
        </button>
      ) : (
        <span>{label}</span>
      )}
      <button
        type="button"
        className="un"
        aria-label={`Remove: ${filterSentence({ subject, operator, value })}`}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget);
          remove();
        }}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
