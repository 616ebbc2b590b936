/**
 * The fragment of an address: how a page is looked at. It changes without a new entry in the history, unless one is
 * requested.
 */
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

/** Replaces parameters of the fragment; undefined removes one. With `push`, Back undoes it. */
export type ChangeFragment = (
  changes: Readonly<Record<string, string | undefined>>,
  options?: { readonly push?: boolean },
) => void;

/** Returns the parameters of the fragment, and a function that changes them: `#body=saturn&show=distances`. */
export function useFragment(): readonly [URLSearchParams, ChangeFragment] {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const parameters = useMemo(() => new URLSearchParams(hash.slice(1)), [hash]);
  const change: ChangeFragment = (changes, { push = false } = {}) => {
    // Another change may have happened since this page was rendered.
    const next = new URLSearchParams(location.hash.slice(1));
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    const address = { search: location.search, hash: text === "" ? "" : `#${text}` };
    void navigate(address, { replace: !push, state, preventScrollReset: true });
  };
  return [parameters, change];
}
