/** Names as words. */

/** What is written in capitals. */
const CAPITALS: Readonly<Record<string, string>> = { api: "API", url: "URL", json: "JSON", csv: "CSV" };

/** `launch_date` → `launch date`; `space-stations` → `space stations`; `api_key` → `API key`. */
export function words(name: string): string {
  return name
    .split(/[_-]+/)
    .map((word) => CAPITALS[word] ?? word)
    .join(" ");
}

/** `launch_date` → `Launch date`. */
export function sentenceCase(name: string): string {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
