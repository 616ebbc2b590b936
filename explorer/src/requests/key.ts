/**
 * The caller's key: kept until the tab is closed, or on the device if they choose so. It is never in a URL, in the
 * history or in a message.
 */

import { isEmbedded } from "../address/embedded.ts";
import { store } from "../store.ts";

const NAME = "explorer-key";
/** Tells the other tabs that the key was forgotten. The message has no content. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("explorer-forget") : undefined;
const listeners = new Set<() => void>();

/** True after the service has refused the key: it is forgotten, and the page says so until there is another one. */
export const keyRefused = store(false);

channel?.addEventListener("message", () => forgetHere());
// Another tab has remembered or forgotten a key on this device.
addEventListener("storage", ({ key }) => {
  if (key !== NAME || sessionStorage.getItem(NAME) !== null) return;
  if (currentKey() !== undefined) keyRefused.set(false);
  announce();
});

/** Returns the key; undefined without one, and on pages of other sites. */
export function currentKey(): string | undefined {
  if (isEmbedded(location.search)) return undefined;
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? undefined;
}

/** Returns whether the key is kept on the device. */
export function isRemembered(): boolean {
  return localStorage.getItem(NAME) !== null;
}

/** Keeps a key. */
export function enterKey(key: string, options: { readonly remember: boolean }): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
  (options.remember ? localStorage : sessionStorage).setItem(NAME, key);
  keyRefused.set(false);
  announce();
}

/** Forgets the key in all tabs. */
export function forgetKey(): void {
  forgetHere();
  channel?.postMessage("");
}

/** Forgets a key that the service has refused. */
export function refuseKey(): void {
  keyRefused.set(true);
  forgetKey();
}

/** Calls back when the key changes. Returns a function that stops that. */
export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function forgetHere(): void {
  sessionStorage.removeItem(NAME);
  localStorage.removeItem(NAME);
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}
