/** Pictures in frames of other sites. */
import { EMBED } from "../../address/embedded.ts";

/** The height of the frame, in pixels. */
const HEIGHT = 640;

/** Writes the HTML that shows a picture's page on another site. */
export function embedOf(address: string, title: string): string {
  const [, page = "", hash = ""] = /^([^#]*)(#.*)?$/s.exec(address) ?? [];
  const source = `${page}${page.includes("?") ? "&" : "?"}${EMBED}${hash}`;
  return `<iframe src="${quoted(source)}" title="${quoted(title)}" width="100%" height="${HEIGHT}" style="border:0"></iframe>`;
}

function quoted(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
