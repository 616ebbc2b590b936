/** Buttons that fix a fault of a query. */
import type { Fault } from "../../../../client/index.ts";
import { withParameters } from "../../address/query.ts";
import { suggestionOf } from "../../address/suggestions.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";

/** Buttons that use what the service suggests, or leave the parameter out. */
export function FixButtons({ fault, search }: { readonly fault: Fault; readonly search: string }) {
  const { parameter } = fault;
  const changeSearch = useChangeSearch();
  if (parameter === undefined) return null;
  const suggestion = suggestionOf(search, fault);
  return (
    <>
      {suggestion && (
        <button type="button" className="btn is-small is-main" onClick={() => changeSearch(() => suggestion.search)}>
          Use {suggestion.word}
        </button>
      )}
      <button
        type="button"
        className="btn is-small"
        onClick={() => changeSearch((now) => withParameters(now, { [parameter]: undefined }))}
      >
        Remove it
      </button>
    </>
  );
}
