/** Faults of rows in words. */
import type { Fault } from "../../client/index.ts";

/** Writes a fault in words: where it is in the record, and what is wrong. */
export function faultText({ pointer = "", message }: Fault): string {
  const name = pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  return name === "" || message.startsWith(`${name} `) ? message : `${name}: ${message}`;
}
