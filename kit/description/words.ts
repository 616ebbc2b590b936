/** Names as words. */

/** Words that are written in capitals. */
const CAPITALS: Readonly<Record<string, string>> = { api: "API", url: "URL", json: "JSON", csv: "CSV" };

/**
 * Writes a name as words: `launch_date` → `launch date`; `space-stations` → `space stations`; `api_key` → `API key`.
 */
export function words(name: string): string {
  return name
    .split(/[_-]+/)
    .map((word) => CAPITALS[word] ?? word)
    .join(" ");
}

/** Writes a name with its article, as words: `api_key` → `an API key`. */
export function withArticle(name: string): string {
  const text = words(name);
  return `${/^(?:(?!uni)[aeiou]|hour)/i.test(text) ? "an" : "a"} ${text}`;
}

/** Writes a noun so that what it has can follow: `crew member` → `crew member’s`; `part of` → `part of:`. */
export function possessive(noun: string): string {
  return /\b(?:at|by|for|from|in|of|on|to|with)$/.test(noun) ? `${noun}:` : `${noun}’s`;
}

/** Writes a name as that of a type: `crew_member` → `CrewMember`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Writes a label or a heading as within a sentence: `Launch date` → `launch date`; `API keys` stays. */
export function midSentence(text: string): string {
  return text.replace(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}

/** Writes a name as a sentence begins: `launch_date` → `Launch date`. */
export function sentenceCase(name: string): string {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
