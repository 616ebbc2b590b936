/** Turns the pages of a list by the links of its answer. */
import { useEffect, useRef } from "react";
import { withParameters } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { Link } from "../../description/past/link.tsx";
import { countText } from "../../units.ts";
import { Icon, type IconName } from "../icon.tsx";

/** Props of `Pager`. */
export interface PagerProps {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** The records on this page, with those that have gone since they were shown. */
  readonly shown: number;
  /** The queries of the other pages, by their relation to this one. */
  readonly pages: Readonly<Partial<Record<"first" | "prev" | "next" | "last", string>>>;
  readonly search: string;
  /** Whether the list can be read by cursors, too. */
  readonly canWalk?: boolean;
}

const TURNS = [
  ["first", "First page", "first"],
  ["prev", "Previous page", "left"],
  ["next", "Next page", "right"],
  ["last", "Last page", "last"],
] as const satisfies readonly (readonly [string, string, IconName])[];

/** The sizes that a page can have; the service allows no larger ones. */
const SIZES = [10, 20, 50, 100];

/** The place in the list, and the ways to the others. */
export function Pager({ page, limit, total, shown, pages, search, canWalk = true }: PagerProps) {
  const nav = useRef<HTMLElement>(null);
  const changeSearch = useChangeSearch();
  const turned = useRef(false);
  useEffect(() => {
    if (page > 0 && turned.current) arrive(nav.current!);
    turned.current = false;
  }, [page]);
  const from = (page - 1) * limit;
  const last = Math.max(1, Math.ceil(total / limit));
  const turns = TURNS.map(([relation, name, icon]) => {
    const isHere = (relation === "first" && page === 1) || (relation === "last" && page === last);
    const to = isHere ? undefined : pages[relation];
    return <Turn key={relation} to={to} name={name} icon={icon} onTurn={() => (turned.current = true)} />;
  });
  const sizes = SIZES.includes(limit) ? SIZES : [...SIZES, limit].sort((a, b) => a - b);
  return (
    <nav className="pager" aria-label="Pages" ref={nav}>
      <span className="num" aria-live="polite">
        {shown === 0 ? "0" : `${countText(from + 1)}–${countText(Math.min(from + shown, total))}`} of {countText(total)}
      </span>
      <span className="btns">
        {turns.slice(0, 2)}
        <span className="at">
          Page {countText(page)} of {countText(last)}
        </span>
        {turns.slice(2)}
      </span>
      <label className="pick">
        <span className="sr">Records per page</span>
        <select
          value={limit}
          onChange={({ target }) => changeSearch((now) => withParameters(now, { limit: target.value }))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
      </label>
      {canWalk && last > 1 && (
        <Link to={{ search: withParameters(search, { cursor: "" }) }}>Scroll instead of pages</Link>
      )}
    </nav>
  );
}

/** Scrolls to the top of the new page. If the link that had the focus is gone, the one beside it gets the focus. */
function arrive(nav: HTMLElement): void {
  const list = nav.previousElementSibling;
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  if (document.activeElement === document.body) nav.querySelector("a")?.focus({ preventScroll: true });
}

interface TurnProps {
  readonly to: string | undefined;
  readonly name: string;
  readonly icon: IconName;
  readonly onTurn: () => void;
}

function Turn({ to, name, icon, onTurn }: TurnProps) {
  const className = "btn is-icon is-bare is-small";
  return to === undefined ? (
    <button type="button" className={className} aria-label={name} disabled>
      <Icon name={icon} />
    </button>
  ) : (
    <Link className={className} to={{ search: to }} aria-label={name} onClick={onTurn}>
      <Icon name={icon} />
    </Link>
  );
}
