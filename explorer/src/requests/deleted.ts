/** Records that are being deleted: nothing of them is read again, so that no page asks for what is gone. */

const deleting = new Set<string>();

/** Begins a deletion. @param path of the record */
export function beginDeleting(path: string): void {
  deleting.add(path);
}

/** Ends it: the record is there still, or the page that showed it was left. */
export function endDeleting(path: string): void {
  deleting.delete(path);
}

/** Returns whether what is requested is a record that is being deleted, or below it. */
export function isBeingDeleted(requested: unknown): boolean {
  return [...deleting].some((path) => isAtOrBelow(requested, path));
}

/** Returns whether what is requested is a record, or below it. @param path of the record, without a query */
export function isAtOrBelow(requested: unknown, path: string): boolean {
  return (
    typeof requested === "string" &&
    requested.startsWith(path) &&
    ["", "/", "?"].includes(requested.charAt(path.length))
  );
}
