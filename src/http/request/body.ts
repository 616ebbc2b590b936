/** Request bodies: JSON in UTF-8 (RFC 8259), bounded in depth, each name once in an object (RFC 7493). */
import { visit } from "jsonc-parser";
import { type Fault, Problem, refuse } from "../../problem.ts";

const DEEPEST = 64;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a body.
 * @throws Problem `invalid-request`
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new Problem("invalid-request", "The body is not UTF-8.", {
      errors: [fault("", "invalid_encoding", "The body is not UTF-8.")],
    });
  }
  inspect(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (reason) {
    const why = text.trim() === "" ? "it is empty" : (reason as Error).message;
    const message = `The body is not JSON: ${why}.`;
    throw new Problem("invalid-request", message, { errors: [fault("", "invalid_json", message)] });
  }
}

/** Finds what JSON.parse lets pass: names given twice, and depth. */
function inspect(text: string): void {
  const faults: Fault[] = [];
  const names: Set<string>[] = [];
  let depth = 0;
  const deeper = () => {
    depth += 1;
    // Thrown, so that the parser does not go on to recurse.
    if (depth > DEEPEST) refuse([fault("", "too_deep", `JSON may be nested ${DEEPEST} levels deep.`)]);
  };
  visit(text, {
    onObjectBegin: () => {
      deeper();
      names.push(new Set());
    },
    onArrayBegin: deeper,
    onArrayEnd: () => {
      depth -= 1;
    },
    onObjectEnd: () => {
      depth -= 1;
      names.pop();
    },
    onObjectProperty: (name, _offset, _length, _line, _column, pathTo) => {
      const seen = names.at(-1)!;
      if (seen.has(name) && faults.length < 100) {
        const pointer = [...pathTo(), name]
          .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
          .join("");
        faults.push(fault(pointer, "duplicate_key", `${JSON.stringify(name)} is given twice.`));
      }
      seen.add(name);
    },
  });
  refuse(faults);
}

function fault(pointer: string, code: string, message: string): Fault {
  return { in: "shape", pointer, code, message };
}
