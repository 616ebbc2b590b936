/** The dialog that names, renames and deletes a saved view. */
import { type FormEvent, useId, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";
import { useStore } from "../../store.ts";
import { Button } from "../button.tsx";
import { chipsIn, sentenceOf } from "../chips/chips-in.ts";
import { useFilterNames } from "../chips/use-filter-names.ts";
import { Dialog } from "../overlay/dialog.tsx";
import { LONGEST_NAME, MOST_VIEWS, renamed, type SavedView, viewNamed, withoutView, withView } from "./saved-views.ts";
import { keepViews, savedViews } from "./stored.ts";

const NO_RECORDS: readonly Data[] = [];

/** The page that a name is suggested for. */
export interface SuggestedName {
  readonly view: View;
  readonly search: string;
  /** The beginning of the name; the filters follow. */
  readonly title: string;
}

/** Props of the dialog. */
interface ViewDialogProps {
  /** The view that is saved already; undefined to save a new one. */
  readonly saved: SavedView | undefined;
  readonly address: string;
  readonly suggest?: SuggestedName;
  readonly close: () => void;
}

export default function ViewDialog(props: ViewDialogProps) {
  return props.suggest && !props.saved ? <Suggesting {...props} suggest={props.suggest} /> : <Named {...props} />;
}

/** Suggests the filters in words as the name. */
function Suggesting(props: ViewDialogProps & { readonly suggest: SuggestedName }) {
  const { view, search, title } = props.suggest;
  const nameOf = useFilterNames(view, search, NO_RECORDS);
  const filters = chipsIn(view, search, nameOf).map((chip) => inSentence(sentenceOf(chip)));
  return <Named {...props} name={filters.length === 0 ? title : `${title}: ${filters.join(", ")}`} />;
}

/** Writes the first letter of a sentence small; the names in it stay. */
function inSentence(text: string): string {
  return text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

function Named({ saved, address, close, name = saved?.name ?? "" }: ViewDialogProps & { readonly name?: string }) {
  const views = useStore(savedViews);
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const text = typed ?? name.slice(0, LONGEST_NAME);
  const taken = viewNamed(views, text);
  const isReplacing = taken !== undefined && taken.name !== saved?.name;
  const isFull = !saved && !taken && views.length >= MOST_VIEWS;
  const keep = (next: readonly SavedView[]) => {
    if (!keepViews(next)) return setIsRefused(true);
    close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || isFull) return;
    keep(saved ? renamed(views, saved.name, text) : withView(views, { name: text, address }));
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={saved ? "Saved view" : "Save view"}
      lead="Saves the address of this page, with its filters and display settings, in this browser."
      footer={
        isDeleting && saved ? (
          <>
            <p role="alert">Delete “{saved.name}”?</p>
            <span className="end" key="deleting">
              <Button autoFocus onClick={() => setIsDeleting(false)}>
                Keep it
              </Button>
              <Button look="danger" onClick={() => keep(withoutView(views, saved.name))}>
                Delete
              </Button>
            </span>
          </>
        ) : (
          <>
            {saved && (
              <Button icon="delete" onClick={() => setIsDeleting(true)}>
                Delete …
              </Button>
            )}
            <span className="end">
              <Button onClick={close}>Cancel</Button>
              <Button look="main" type="submit" form={id} disabled={text.trim() === "" || isFull}>
                {isReplacing ? `Replace “${taken.name}”` : saved ? "Rename" : "Save"}
              </Button>
            </span>
          </>
        )
      }
    >
      <form id={id} onSubmit={submit}>
        <label className="field">
          <span className="label">Name</span>
          <span className="input">
            <input
              dir="auto"
              autoFocus
              maxLength={LONGEST_NAME}
              autoComplete="off"
              value={text}
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => setTyped(target.value)}
            />
          </span>
        </label>
        <p role="status" className="small soft">
          {isReplacing && "A view with this name already exists and would be replaced."}
          {isFull && `At most ${MOST_VIEWS} views are kept. Delete one first.`}
          {isRefused && "This browser does not allow the page to store anything."}
        </p>
      </form>
    </Dialog>
  );
}
