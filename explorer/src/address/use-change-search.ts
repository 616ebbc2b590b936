/** The query of an address: what a page shows. */
import { useLocation, useNavigate } from "react-router";

/**
 * Goes to the same page with another query, computed from that of the address. The fragment stays.
 * @param options `replace`: not as a new entry in the history
 */
export type ChangeSearch = (next: (search: string) => string, options?: { readonly replace?: boolean }) => void;

/** Returns a function that changes the query of the address. */
export function useChangeSearch(): ChangeSearch {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (next, options) => {
    // Another change may have happened since this page was rendered.
    const current = location.pathname === pathname ? location.search : search;
    void navigate({ search: next(current), hash: location.hash }, options);
  };
}
