/** Adding to a list on the page of a record: members in place, other records on a page of their own. */
import { lazy, useEffect, useRef } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { withArticle } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { Lazy } from "../../../components/lazy.tsx";
import { Link } from "../../../description/past/link.tsx";
import type { Data } from "../../../requests/data.ts";
import { useAdding } from "./adding.ts";
import { hasRoomInRow } from "./row-fields.ts";

const AddForm = lazy(() => import("./add-form.tsx"));

/** Props of `AddLink`. */
interface AddLinkProps {
  readonly view: View;
  /** Of the list. */
  readonly path: string;
}

/** The way to a new record of a list: `Add a crew member`. */
export function AddLink({ view, path }: AddLinkProps) {
  const { isOpen, setOpen } = useAdding(path);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const label = `Add ${withArticle(view.noun)}`;
  if (!hasRoomInRow(view)) return <Link to={aspectOf(path, "new")}>{label}</Link>;
  return (
    <button ref={button} type="button" className="textbtn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {label}
    </button>
  );
}

/** The form of a new entry below the rows of a list, while it is open. */
export function AddEntry({ entries, ...props }: AddLinkProps & { readonly entries: readonly Data[] }) {
  const { isOpen } = useAdding(props.path);
  return (
    isOpen && (
      <Lazy>
        <AddForm {...props} entries={entries} />
      </Lazy>
    )
  );
}
