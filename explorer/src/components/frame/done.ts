/** The action that was done on the page before, kept in the browser's history: this page says it until it is left. */

/** A sentence, and what leads on. */
export interface Done {
  readonly text: string;
  readonly link?: { readonly to: string; readonly label: string } | undefined;
}

/** Returns the state of the history entry of the page on which it is said. */
export function doneState(done: Done): { readonly done: Done } {
  return { done };
}

/** Returns the action that a state names; undefined if there is none. */
export function doneIn(state: unknown): Done | undefined {
  const { done } = (state ?? {}) as { readonly done?: Partial<Done> };
  return typeof done?.text === "string" ? (done as Done) : undefined;
}

/** Returns the state without it. */
export function withoutDone(state: unknown): unknown {
  const { done: _, ...rest } = (state ?? {}) as { readonly done?: unknown };
  return rest;
}
