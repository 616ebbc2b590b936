/** The choices of an import: what happens to records that exist, and where ids come from. */
import type { View } from "../../../../kit/description/model.ts";
import type { ImportMode } from "../../../../kit/import/plan.ts";

/** The choices of an import. */
export function WaysToWrite({
  view,
  mode,
  setMode,
  hasIds,
  makesIds,
  setMakesIds,
}: {
  readonly view: View;
  /** Undefined if nothing can be replaced, because rows have no ids. */
  readonly mode: ImportMode | undefined;
  readonly setMode: (mode: ImportMode) => void;
  /** Whether a column becomes the id. */
  readonly hasIds: boolean;
  /** Undefined if all rows have ids, and where ids cannot be made of titles. */
  readonly makesIds: boolean | undefined;
  readonly setMakesIds: (makesIds: boolean) => void;
}) {
  const { label } = view.writable.create.find(({ name }) => name === view.title) ?? { label: view.title };
  return (
    <fieldset className="ways">
      <legend className="sr">How rows are written</legend>
      {mode !== undefined && (
        <>
          <label className="check">
            <input
              type="radio"
              className="dot"
              name="mode"
              checked={mode === "create"}
              onChange={() => setMode("create")}
            />
            Create only: rows whose id already exists are refused
          </label>
          <label className="check">
            <input
              type="radio"
              className="dot"
              name="mode"
              checked={mode === "upsert"}
              onChange={() => setMode("upsert")}
            />
            Create or replace: an existing record is overwritten by its row; fields missing from the row are emptied
          </label>
        </>
      )}
      {makesIds !== undefined && (
        <label className="check">
          <input type="checkbox" checked={makesIds} onChange={({ target }) => setMakesIds(target.checked)} />
          Make ids from “{label}”, so importing the file again creates no duplicates
        </label>
      )}
      {!hasIds && makesIds !== true && (
        <p className="small soft">The service gives each row an id. Importing the file again creates duplicates.</p>
      )}
    </fieldset>
  );
}
