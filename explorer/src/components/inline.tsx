/** A sentence of the description, in which backticks mark code. */

/** Text with code in it. */
export function Inline({ text }: { readonly text: string }) {
  const parts = text.split("`");
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
  return parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** Returns the first sentence of a text, as a summary of a list or field. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
