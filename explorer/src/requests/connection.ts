/** The connection to the service that the pages came from. */
import { connect, type UntypedApi } from "../../../client/index.ts";
import { currentKey, onKeyChange } from "./key.ts";
import { recordingFetch } from "./traffic.ts";

let connection = open();

onKeyChange(() => {
  connection = open();
});

/**
 * Returns the client with the current key. It does not retry: pages show what is waited for, and React Query retries.
 */
export function service(): UntypedApi {
  return connection;
}

function open(): UntypedApi {
  return connect<UntypedApi>(location.origin, { key: currentKey(), fetch: recordingFetch, retries: 0 });
}

/** The client of what the service gives everybody, beside its scripts; nothing of it is shown as a request of the page. */
export const assets: UntypedApi = connect<UntypedApi>(location.origin, { retries: 0 });
