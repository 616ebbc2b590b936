/** The list below a combobox of records. */
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import type { Candidate } from "./candidates.ts";

/** The names of the combobox's items, each with what it is. */
export function CandidateList() {
  return (
    <Popover className="pop is-list">
      <ListBox<Candidate> className="menu" renderEmptyState={() => <p className="faint">Searching …</p>}>
        {({ id, name, kind }) => (
          <ListBoxItem id={id} textValue={name}>
            <span dir="auto">{name}</span>
            <span className="at">{kind}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
