/** JSON for reading, with every token as it was sent. */

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents a JSON text. Numbers keep their digits, which parsing could change. */
export function indented(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  let text = "";
  const newLine = () => `\n${"  ".repeat(depth)}`;
  tokens.forEach((token, index) => {
    const isOpening = token === "{" || token === "[";
    const isClosing = token === "}" || token === "]";
    const isEmpty = isClosing && /^[{[]$/.test(tokens[index - 1] ?? "");
    if (isClosing) depth -= 1;
    if (isClosing && !isEmpty) text += newLine();
    text += token === ":" ? ": " : token;
    if (isOpening) depth += 1;
    const isNextClosing = /^[}\]]$/.test(tokens[index + 1] ?? "");
    if (token === "," || (isOpening && !isNextClosing)) text += newLine();
  });
  return text;
}
