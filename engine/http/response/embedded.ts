/** `include`: embedded records in representations. */
import type { Relation, Resource } from "../../resource/resource.ts";
import type { Embedded } from "../../store/read/embedded.ts";

/** The JSON text of a representation with `_embedded`, and with `_embedded_truncated` if relations were cut. */
export function withEmbedded(text: string, { records, truncated }: Embedded): string {
  const members = [...records].map(([name, related]) => `${JSON.stringify(name)}:${relatedText(related)}`);
  const cut = truncated.length > 0 ? `,"_embedded_truncated":${JSON.stringify(truncated)}` : "";
  return `${text.slice(0, -1)},"_embedded":{${members.join(",")}}${cut}}`;
}

function relatedText(related: readonly string[] | string | null): string {
  return related === null || typeof related === "string" ? String(related) : `[${related.join(",")}]`;
}

/** The resources to which relations lead. */
export function includedResources(include: readonly Relation[]): Resource[] {
  return [...new Set(include.flatMap(({ targets }) => targets.map(({ view }) => view.resource)))];
}
