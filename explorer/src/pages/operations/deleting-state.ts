/** The target of an operation that deletes: the operation itself does not say it, so the page that started it does. */

/** The record that is deleted. */
export interface Deleting {
  readonly name: string;
  /** Of the API. */
  readonly path: string;
  /** The page of the list, or of the record above it. */
  readonly back: string;
  /** The page of its history; undefined if its changes are not recorded. */
  readonly history: string | undefined;
}

/** Returns the state of the history entry of the operation's page. It survives a reload. */
export function deletingState(deleting: Deleting): { readonly deleting: Deleting } {
  return { deleting };
}

/** Returns the target that a state says is deleted; undefined if there is none. */
export function deletingIn(state: unknown): Deleting | undefined {
  const { deleting } = (state ?? {}) as { readonly deleting?: Partial<Deleting> };
  return typeof deleting?.path === "string" ? (deleting as Deleting) : undefined;
}
