/** Pages in frames of other sites: `?embed` shows a picture without the frame of the explorer. */

/** The parameter. It has no value. */
export const EMBED = "embed";

/** Returns whether a query asks for the page without its frame. */
export function isEmbedded(search: string): boolean {
  return new URLSearchParams(search).has(EMBED);
}

/** Returns a query as it would be in the frame of the explorer. */
export function withoutEmbed(search: string): string {
  return search.replace(/([?&])embed(?:=[^&]*)?(?:&|$)/, "$1").replace(/[?&]$/, "");
}
