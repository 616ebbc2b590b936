/** The page on which the rows of a file become records of a list. */
import { useState } from "react";
import type { Place } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { NeedsScope } from "../../components/key/needs-scope.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { useGet } from "../../requests/queries.ts";
import { ChooseFile } from "./choose-file.tsx";
import { FileImport } from "./file-import.tsx";
import type { Table } from "./table.ts";

/** Imports into the list at a path. */
export default function ImportPage({ place, path }: { readonly place: Place; readonly path: string }) {
  const { view } = place;
  const plural = words(view.plural);
  const [table, setTable] = useState<Table>();
  // A list that cannot be read, such as that of a record which does not exist, takes no rows either.
  const { error, refetch } = useGet(`${path}?limit=1`, { poll: false });
  return (
    <NeedsScope keepsContent scope={view.scopes.write} what={`Importing ${plural}`}>
      <article className="import">
        <div className="rec-head">
          <div className="title">
            <h1>Import {plural}</h1>
          </div>
        </div>
        {error ? (
          <ProblemView error={error} retry={() => void refetch()} />
        ) : table ? (
          <FileImport key={table.name} place={place} path={path} table={table} another={() => setTable(undefined)} />
        ) : (
          <ChooseFile view={view} onTable={setTable} />
        )}
      </article>
    </NeedsScope>
  );
}
