/** The number of selected records of a list, and their actions. */
import { useEffect, useRef, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { filtersIn } from "../../address/query.ts";
import { Button } from "../../components/button.tsx";
import { MOST_SELECTED } from "../../components/selection/selected.ts";
import { get } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { focusEditMany } from "./edit-many-button.tsx";
import { readMatching } from "./run/matching.ts";
import type { Selection } from "./use-selection.ts";

/** Props of `SelectionBar`. */
export interface SelectionBarProps {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  /** The number of records in the list; undefined while it is not known. */
  readonly total: number | undefined;
  readonly selection: Selection;
  /** Edits what is selected. */
  readonly edit: () => void;
}

/** A bar below the list, in view wherever the list is scrolled to. */
export function SelectionBar({ view, path, search, total, selection, edit }: SelectionBarProps) {
  const { selected, set, stop } = selection;
  const matching = useMatching(view, path, search, set);
  const count = selected.size;
  const isTooMany = count > MOST_SELECTED;
  const match = filtersIn(search).length > 0 ? " that match" : "";
  const isMore = total !== undefined && total > count;
  return (
    <section className="selection-bar" aria-label="Selection">
      <p role="status">
        <b className="num">{countText(count)}</b> selected
        {matching.progress !== undefined && <span className="soft"> · reading {countText(matching.progress)} …</span>}
        {matching.fault !== undefined && <span className="fault"> · {matching.fault}</span>}
      </p>
      {isMore && total <= MOST_SELECTED && (
        <Button small disabled={matching.progress !== undefined} onClick={matching.start}>
          Select all {countText(total)}
          {match}
        </Button>
      )}
      {((isMore && total > MOST_SELECTED) || isTooMany) && (
        <span className="soft small">
          At most {countText(MOST_SELECTED)} can be edited at once
          {isTooMany ? "." : `, and the list has ${countText(total ?? 0)}${match}. Filter it to select all.`}
        </span>
      )}
      <span className="btns end">
        <Button
          look="bare"
          onClick={() => {
            stop();
            focusEditMany();
          }}
        >
          Cancel
        </Button>
        <Button look="main" disabled={count === 0 || isTooMany} onClick={edit}>
          Edit {count === 0 ? "" : `${countText(count)} `}…
        </Button>
      </span>
    </section>
  );
}

interface Matching {
  /** The number of records that have been read; undefined unless they are being read. */
  readonly progress: number | undefined;
  readonly fault: string | undefined;
  readonly start: () => void;
}

/** Selects all records that a list matches. Another query, or the end of the selection, gives that up. */
function useMatching(view: View, path: string, search: string, set: Selection["set"]): Matching {
  const [state, setState] = useState<Omit<Matching, "start">>({ progress: undefined, fault: undefined });
  const running = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query is another list
  useEffect(() => {
    setState({ progress: undefined, fault: undefined });
    return () => running.current?.abort();
  }, [search]);
  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const end = (fault?: string) => !signal.aborted && setState({ progress: undefined, fault });
    setState({ progress: 0, fault: undefined });
    try {
      const all = await readMatching(
        view,
        path,
        search,
        (next) => get(next, signal),
        (progress) => !signal.aborted && setState({ progress, fault: undefined }),
      );
      if (all && !signal.aborted) set(all);
      end(all ? undefined : `There are more than ${countText(MOST_SELECTED)} by now. Nothing more was selected.`);
    } catch (error) {
      end((error as Error).message);
    }
  };
  return { ...state, start: () => void start() };
}
