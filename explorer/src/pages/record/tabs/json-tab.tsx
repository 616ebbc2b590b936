/** A record as the service answers it. */
import { useMemo } from "react";
import { CopyButton } from "../../../components/copy.tsx";
import { indented } from "../../../components/indented.ts";
import { useGet } from "../../../requests/queries.ts";
import { latestExchanges } from "../../../requests/traffic.ts";

/** The JSON of a record, indented; copying gives the answer to the byte. */
export function JsonTab({ path }: { readonly path: string }) {
  const { data } = useGet(path);
  const record = data?.data;
  // Taken when the record arrives: the request is not kept for as long as the page is open.
  const text = useMemo(() => exactText(path) ?? JSON.stringify(record), [path, record]);
  if (!data) return null;
  const etag = data.headers.get("etag");
  return (
    <section aria-label="JSON">
      <p className="fine">
        <code>GET {path}</code>
        {etag && (
          <span>
            ETag <code>{etag}</code>
          </span>
        )}
      </p>
      <div className="code">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <pre tabIndex={0}>{indented(text)}</pre>
        <CopyButton className="copy" small look="bare" text={text} label="Copy the JSON" />
      </div>
    </section>
  );
}

/** Returns the text of the last complete answer, in which numbers are as they were sent. */
function exactText(path: string): string | undefined {
  return latestExchanges().find((each) => each.path === path && each.status === 200 && each.body)?.body;
}
