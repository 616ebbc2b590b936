/** Breaks words into lines. */
import { textWidth } from "../pictures/layout/text-width.ts";

/** Returns the lines of a text. @param size of its font, in pixels */
export function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(line, size) <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}
