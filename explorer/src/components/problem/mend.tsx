/** The buttons that mend a fault of a query. */
import type { Fault } from "../../../../client/index.ts";
import { withParameters } from "../../address/query.ts";
import { suggestionOf } from "../../address/suggestions.ts";

/** What the service suggests, and leaving the parameter out. */
export function Mend({
  fault,
  search,
  ask,
}: {
  readonly fault: Fault;
  readonly search: string;
  readonly ask: (search: string) => void;
}) {
  const { parameter } = fault;
  if (parameter === undefined) return null;
  const suggestion = suggestionOf(search, fault);
  return (
    <>
      {suggestion && (
        <button type="button" className="btn is-small is-main" onClick={() => ask(suggestion.search)}>
          Use {suggestion.word}
        </button>
      )}
      <button
        type="button"
        className="btn is-small"
        onClick={() => ask(withParameters(search, { [parameter]: undefined }))}
      >
        Remove it
      </button>
    </>
  );
}
