/** The answer to the chosen request: header fields and body. */

import { useMemo } from "react";
import type { Exchange } from "../../requests/exchange.ts";
import { bytesText } from "../../units.ts";
import { CopyButton } from "../copy.tsx";
import { indented } from "../indented.ts";
import { JsonText } from "./json-text.tsx";
import { quotaText } from "./numbers.ts";
import { completeAnswer } from "./screen.ts";

/** The answer; that of a 304 is the one that was kept. */
export function Answer({ exchange }: { readonly exchange: Exchange }) {
  const { status, responseHeaders } = exchange;
  const complete = completeAnswer(exchange);
  if (status === undefined)
    return <p className="soft">{exchange.milliseconds === undefined ? "Waiting …" : "No response."}</p>;
  const quota = quotaText(responseHeaders);
  return (
    <>
      {quota && <p className="note is-hold">{quota}</p>}
      <dl className="kv">
        <dt>status</dt>
        <dd>{status}</dd>
        {Object.entries(responseHeaders).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {status === 304 && complete !== exchange && (
        <p className="small soft">Not modified. The body is that of the earlier response:</p>
      )}
      <Body exchange={complete} />
    </>
  );
}

function Body({ exchange: { body, bytes } }: { readonly exchange: Exchange }) {
  const text = useMemo(() => indented(body ?? ""), [body]);
  if (body === undefined)
    return bytes === undefined ? null : <p className="small soft">The body ({bytesText(bytes)}) was not kept.</p>;
  return (
    <div className="code">
      <CopyButton className="copy" look="bare" small label="Copy the body" text={body} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <pre tabIndex={0} className="body">
        <JsonText text={text} />
      </pre>
    </div>
  );
}
