/** The search box of a list. */
import { type FormEvent, useState } from "react";
import { withParameters } from "../address/query.ts";
import { useChangeSearch } from "../address/use-change-search.ts";
import { Icon } from "./icon.tsx";

/** The box for `search`. Enter applies it. */
export function SearchBox({
  search,
  name,
}: {
  readonly search: string;
  /** The name of the search: `Search missions`. */
  readonly name: string;
}) {
  const current = new URLSearchParams(search).get("search") ?? "";
  const changeSearch = useChangeSearch();
  const [typed, setTyped] = useState(current);
  const [shown, setShown] = useState(current);
  // Back and Forward, and the chip, change what is searched for.
  if (shown !== current) {
    setShown(current);
    setTyped(current);
  }
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    changeSearch((now) => withParameters(now, { search: text === "" ? undefined : text }));
  };
  return (
    <search className="search-box">
      <form className="input" onSubmit={apply}>
        <Icon name="search" size={14} />
        <input
          type="search"
          dir="auto"
          aria-label={name}
          placeholder={name}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </search>
  );
}
