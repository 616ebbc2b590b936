/** Shows how the page stays up to date. */
import { useHealth } from "../../requests/health.ts";
import { toldSince } from "../../requests/polling.ts";
import { useStore } from "../../store.ts";

/** The state of the connection: shape and word. */
export function ConnectionState() {
  const { offline } = useHealth();
  const isTold = useStore(toldSince) !== undefined;
  if (offline) return <span className="live is-offline">Offline</span>;
  return isTold ? (
    <span className="live" title="Changes appear as they happen">
      Live
    </span>
  ) : (
    <span className="live is-polling" title="Checks for changes every 15 seconds">
      Polling
    </span>
  );
}
