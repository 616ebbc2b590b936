/** The head of a column: the record's name, and what moves or removes the column. */
import type { View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { comparedIn, isNamedBy, moved, withCompared } from "../../address/compared.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { Button } from "../../components/button.tsx";
import type { IconName } from "../../components/icon.tsx";
import { Link } from "../../description/past/link.tsx";
import type { Data } from "../../requests/data.ts";
import { titleOf } from "./title-of.ts";

const MOVES = [
  [-1, "left", "left"],
  [1, "right", "right"],
] as const satisfies readonly (readonly [number, string, IconName])[];

/** The head of a record's column. */
export function ColumnHead({
  view,
  record,
  place,
  count,
}: {
  readonly view: View;
  readonly record: Data;
  readonly place: number;
  readonly count: number;
}) {
  const changeSearch = useChangeSearch();
  const name = titleOf(view, record);
  const path: string | undefined = record._links?.self;
  const change = (next: (ids: readonly string[], id: string) => readonly string[]) =>
    changeSearch((now) => {
      const ids = comparedIn(now);
      return withCompared(now, next(ids, ids.find((id) => isNamedBy(record, id)) ?? ""));
    });
  return (
    <span className="cmp-head">
      <b>{path ? <Link to={pageOf(path)}>{name}</Link> : <bdi>{name}</bdi>}</b>
      <span className="btns">
        {count > 1 &&
          MOVES.map(([by, to, icon]) => (
            <Button
              key={by}
              {...{ icon, look: "bare", small: true }}
              label={`Move ${name} ${to}`}
              aria-disabled={place + by < 0 || place + by >= count}
              onClick={({ currentTarget }) => {
                change((ids, id) => moved(ids, id, by));
                // It moves along with its column, and would lose the focus.
                requestAnimationFrame(() => currentTarget.focus());
              }}
            />
          ))}
        <Button
          {...{ icon: "close", look: "bare", small: true }}
          label={`Remove ${name}`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget, place);
            change((ids, id) => ids.filter((each) => each !== id));
          }}
        />
      </span>
    </span>
  );
}

/** Moves the focus to the same button of a neighbor, or else to the page. */
function focusBeside(button: HTMLElement, place: number): void {
  const page = button.closest("main")!;
  const all = [...page.querySelectorAll<HTMLElement>(".cmp-head .btns > :last-child")];
  (all[place + 1] ?? all[place - 1] ?? page).focus();
}
