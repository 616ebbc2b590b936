/** JSON with syntax colors. */
import type { ReactNode } from "react";

/** The number of characters shown; the rest can only be copied. */
const MAX_SHOWN = 12_000;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Indented JSON, colored. */
export function JsonText({ text }: { readonly text: string }) {
  const shown = text.slice(0, MAX_SHOWN);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of shown.matchAll(TOKEN)) {
    const [token, quoted, colon] = match;
    parts.push(shown.slice(end, match.index));
    const kind = colon ? "k" : quoted ? "s" : "v";
    parts.push(
      <span key={match.index} className={kind}>
        {quoted ?? token}
      </span>,
    );
    if (colon) parts.push(colon);
    end = match.index + token.length;
  }
  parts.push(shown.slice(end));
  return (
    <>
      {parts}
      {text.length > MAX_SHOWN && <span className="c">{"\n"}… shortened here; the copy has everything.</span>}
    </>
  );
}
