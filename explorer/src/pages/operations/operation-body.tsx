/** An operation, as the page of its record shows it. */
import { useState } from "react";
import { useLocation } from "react-router";
import { Problem } from "../../../../client/index.ts";
import type { View } from "../../../../kit/description/model.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { Values } from "../record/values.tsx";
import { CancelButton } from "./cancel-button.tsx";
import { DeletingNote } from "./deleting-note.tsx";
import { deletingIn } from "./deleting-state.ts";
import { waitAfter } from "./polling.ts";

/** The length of a result that is shown, in characters. */
const SHOWN = 20_000;

/** The meanings of the statuses of an operation. */
const MEANING: Readonly<Record<string, string>> = {
  pending: "It waits for earlier operations.",
  running: "It is running. All of it takes effect together, at the end.",
  succeeded: "It is done.",
  failed: "It failed. Nothing was changed.",
  cancelled: "It was cancelled. Nothing was changed.",
};

/** The progress and the result of an operation. */
export function OperationBody({ view, operation }: { readonly view: View; readonly operation: Data }) {
  const { status, progress, error } = operation;
  const path: string = operation._links.self;
  const deleting = deletingIn(useLocation().state);
  const isUnderWay = status === "pending" || status === "running";
  const [watchedFrom] = useState(Date.now);
  // The page of the record has the same request, and shows what comes.
  useGet(isUnderWay ? path : undefined, { poll: waitAfter(Date.now() - watchedFrom) });
  const fields = view.fields.filter(({ name }) => !["status", "progress", "error"].includes(name));
  return (
    <>
      {deleting && <DeletingNote deleting={deleting} status={status} />}
      <div className="progress">
        <progress value={progress.done} max={Math.max(1, progress.total)} aria-label="Progress" />
        <span className="num">
          {countText(progress.done)} of {countText(progress.total)}
        </span>
        {isUnderWay && <CancelButton path={path} />}
        <span className="soft small" role="status">
          {MEANING[status]}
        </span>
      </div>
      <Values view={{ ...view, fields, title: "id" }} record={operation} />
      {operation._links?.result && <Result path={operation._links.result} />}
      {error && <ProblemView error={new Problem(error.status, error)} />}
    </>
  );
}

/** The result as the service returns it, on demand because it can be long. */
function Result({ path }: { readonly path: string }) {
  const [isRequested, setIsRequested] = useState(false);
  const { data, error, refetch } = useGet(isRequested ? path : undefined, { poll: false });
  const text = data && JSON.stringify(data.data, null, 2);
  return (
    <section className="sect">
      <header>
        <h2>Result</h2>
      </header>
      {!isRequested && <Button onClick={() => setIsRequested(true)}>Show the result</Button>}
      {error && <ProblemView error={error} retry={() => void refetch()} />}
      {text !== undefined && (
        <div className="code">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled with keys */}
          <pre tabIndex={0}>{text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text}</pre>
          <CopyButton className="copy" small look="bare" text={text} label="Copy the result" />
        </div>
      )}
    </section>
  );
}
