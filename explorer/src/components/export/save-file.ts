/** Files that the browser saves. */

/** Saves a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Returns the name of a file: of what it shows and of when it was saved. */
export function fileName(path: string, kind: string, extension: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== "api");
  return `${[...parts, kind, new Date().toISOString().slice(0, 10)].join("-")}.${extension}`;
}
