/** The form of a new entry of a list: one row, which is filled in by keyboard alone. */
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { withArticle } from "../../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { Button } from "../../../components/button.tsx";
import { Link } from "../../../description/past/link.tsx";
import { RowContext } from "../../../forms/controls/combo/row-context.ts";
import { Refusal } from "../../../forms/refusal.tsx";
import { keepDraft } from "../../../forms/state/drafts.ts";
import type { Data } from "../../../requests/data.ts";
import { useHealth } from "../../../requests/health.ts";
import { useAdding } from "./adding.ts";
import { Boxes, boxesOf } from "./boxes.tsx";
import { rowFields } from "./row-fields.ts";
import { useAddition } from "./use-addition.ts";

/** Props of `AddForm`. */
interface AddFormProps {
  readonly view: View;
  /** Of the list. */
  readonly path: string;
  /** The entries that are shown: what they have is suggested. */
  readonly entries: readonly Data[];
}

/** Adds entries, one after another. Enter goes from box to box and adds; Escape closes. */
export default function AddForm({ view, path, entries }: AddFormProps) {
  const { added, add, setOpen } = useAdding(path);
  const shown = rowFields(view);
  // Each entry is typed into new boxes.
  const [round, setRound] = useState(0);
  const onAdded = (record: Data) => {
    add(record);
    setRound(round + 1);
  };
  const { form, faults, isPending, permission, error, existing, count, send } = useAddition({
    view,
    path,
    shown,
    onAdded,
  });
  const element = useRef<HTMLFormElement>(null);
  // When it was opened, and after each entry.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when their number changes
  useEffect(() => {
    boxesOf(element.current!)[0]?.focus();
  }, [added.length]);
  const goOn = (from: HTMLElement) => {
    const boxes = boxesOf(element.current!);
    const next = boxes[boxes.findIndex((box) => box.closest(".field") === from.closest(".field")) + 1];
    if (next) return next.focus();
    // What was chosen just now is sent as well.
    requestAnimationFrame(() => element.current?.requestSubmit());
  };
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const isBox = (event.target as HTMLElement).closest(".field") !== null;
    if (event.key === "Escape") setOpen(false);
    else if (event.key === "Enter" && isBox) {
      event.preventDefault();
      goOn(event.target as HTMLElement);
    }
  };
  return (
    <form
      ref={element}
      className="form adding"
      aria-label={`Add ${withArticle(view.noun)}`}
      noValidate
      onKeyDown={press}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <Refusal error={error} retry={send} />
      <RowContext value={{ goOn, count }}>
        <Boxes key={round} {...{ view, path, form, faults, entries }} fields={shown} />
      </RowContext>
      <Buttons isPending={isPending} close={() => setOpen(false)}>
        {existing && <Link to={pageOf(existing)}>Open the entry</Link>}
        <Link
          to={aspectOf(path, "new")}
          onClick={() => form.changed.length > 0 && keepDraft(`${path}/-/new`, form.draft)}
        >
          More fields
        </Link>
      </Buttons>
      {permission.lacking && (
        <p className="msg" role="alert">
          <span>
            Your key does not have the scope <code>{view.scopes.write}</code>.{" "}
            <button type="button" className="textbtn" onClick={() => permission.ask(undefined)}>
              Use another key
            </button>
          </span>
        </p>
      )}
    </form>
  );
}

/** The buttons of the row, and what leads on. Offline, nothing can be added, and what was entered stays. */
function Buttons({
  isPending,
  close,
  children,
}: {
  readonly isPending: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}) {
  const { offline } = useHealth();
  const isOff = isPending || offline !== undefined;
  return (
    <div className="btns">
      {/* Not disabled, so that it keeps the focus. */}
      <Button
        look="main"
        type="submit"
        aria-disabled={isOff || undefined}
        onClick={(event) => isOff && event.preventDefault()}
      >
        {isPending ? "Adding …" : "Add"}
      </Button>
      <Button look="bare" onClick={close}>
        Close
      </Button>
      <span className="small faint keys">
        {offline ? "Offline: it can be added once the service responds." : "Enter adds and opens the next row"}
      </span>
      <span className="end small">{children}</span>
    </div>
  );
}
