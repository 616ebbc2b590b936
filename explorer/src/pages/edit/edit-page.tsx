/** The page on which a record is edited. */
import { NotFound } from "../../../../client/index.ts";
import type { Place } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { NeedsScope } from "../../components/key/needs-scope.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { draftOf } from "../../forms/state/drafts.ts";
import { useGet } from "../../requests/queries.ts";
import { RecordSkeleton } from "../record/skeleton.tsx";
import { EditForm } from "./edit-form.tsx";

/** Edits the record at a path. */
export default function EditPage({ place, path }: { readonly place: Place; readonly path: string }) {
  return (
    <NeedsScope scope={place.view.scopes.write} what={`Editing ${words(place.view.plural)}`}>
      <Loaded place={place} path={path} />
    </NeedsScope>
  );
}

function Loaded({ place, path }: { readonly place: Place; readonly path: string }) {
  const { data, error, refetch } = useGet(path);
  const draft = draftOf(path);
  // It was deleted while it was being edited: what was entered is not lost.
  const isGone = error instanceof NotFound && draft?.base !== undefined;
  if (error && !isGone) return <ProblemView error={error} retry={() => void refetch()} isPage />;
  const loaded = isGone ? { record: draft!.base!, tag: draft!.tag } : undefined;
  const current = data && { record: data.data, tag: data.headers.get("etag") ?? undefined };
  const start = loaded ?? current;
  if (!start) return <RecordSkeleton />;
  return <EditForm key={path} place={place} path={path} start={start} current={isGone ? undefined : current} />;
}
