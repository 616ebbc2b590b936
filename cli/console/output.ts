/** All that commands print. Nothing in it, whether a service sent it or a file contains it, can control a terminal. */
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { escapeControls } from "./text.ts";

/** Prints a result to standard output. Another program or a file gets it unchanged. */
export function print(text: string): void {
  console.log(process.stdout.isTTY ? escapeControls(text) : text);
}

/** Prints a message for people to standard error. */
export function say(text: string): void {
  console.error(escapeControls(text));
}

/** Prints a result of any length, as fast as it is read. */
export function printAll(result: Readable): Promise<void> {
  const { stdout } = process;
  if (!stdout.isTTY) return pipeline(result, stdout, { end: false });
  return pipeline(result, escapeStream(), stdout, { end: false });
}

/** The characters in a line of the terminal; undefined if standard output is none. */
export function lineWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

function escapeStream(): Transform {
  const decoder = new StringDecoder();
  // A line feed may follow a carriage return in the next chunk.
  let rest = "";
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      const text = rest + decoder.write(chunk);
      rest = text.endsWith("\r") ? "\r" : "";
      done(null, escapeControls(text.slice(0, text.length - rest.length)));
    },
    flush: (done) => done(null, escapeControls(rest + decoder.end())),
  });
}
