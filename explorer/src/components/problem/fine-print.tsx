/** Details that help to find out more about a problem. */

import { useState } from "react";
import type { Problem } from "../../../../client/index.ts";
import { latestExchanges } from "../../requests/traffic.ts";
import { copyText } from "../copy.tsx";
import { chosenExchange, panelOpen } from "../request-panel/is-open.ts";

/** Status, the page that explains it, the id in the service's log, and the request itself. */
export function FinePrint({ problem: { status, type, requestId } }: { readonly problem: Problem }) {
  return (
    <p className="fine">
      <span>{status}</span>
      {type.startsWith("/problems/") && <a href={type}>What this means</a>}
      {requestId !== undefined && (
        <span>
          request <span className="mono">{requestId}</span> <CopyId id={requestId} />
        </span>
      )}
      <button type="button" className="textbtn" onClick={() => showRequest(requestId)}>
        Show the request
      </button>
    </p>
  );
}

function CopyId({ id }: { readonly id: string }) {
  const [said, setSaid] = useState("copy");
  const copy = async () => setSaid((await copyText(id)) ? "copied" : "not copied");
  return (
    <button type="button" className="textbtn" aria-live="polite" onClick={copy}>
      {said}
    </button>
  );
}

/** Opens the panel at the request with an id. */
function showRequest(requestId: string | undefined): void {
  const found = latestExchanges().find(({ responseHeaders }) => responseHeaders["x-request-id"] === requestId);
  chosenExchange.set(found?.id);
  panelOpen.set(true);
}
