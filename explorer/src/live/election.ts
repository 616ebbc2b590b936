/** Chooses the tab that reads the stream, by Web Locks: the browser passes them on, even when a tab crashes. */

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(name: string, options: { readonly signal: AbortSignal }, hold: () => Promise<void>): Promise<void>;
}

/**
 * One stream in the whole browser: over HTTP/1.1, it has six connections to a service, and a second stream would take
 * another one from all tabs.
 */
const STREAM = "explorer-stream";

/**
 * Waits until this tab leads those of its caller, and until no other caller of this browser has a stream; then reads
 * it. Resolves when the reading ends or the signal aborts; then another tab is next.
 * @param caller what the tabs of one caller have in common
 */
export async function lead(
  caller: string,
  read: () => Promise<void>,
  signal: AbortSignal,
  locks: Locks = navigator.locks,
): Promise<void> {
  try {
    await locks.request(`${STREAM} ${caller}`, { signal }, () => locks.request(STREAM, { signal }, read));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
