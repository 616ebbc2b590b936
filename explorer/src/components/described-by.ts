/** The elements that describe a control to screen readers. */

/** Joins ids for `aria-describedby`, in the order in which they are read. Returns undefined if there are none. */
export function describedBy(...ids: readonly (string | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(" ") || undefined;
}
