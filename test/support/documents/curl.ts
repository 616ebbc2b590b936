/** The curl commands of documents, as requests, and the responses that documents show. */
import assert from "node:assert/strict";
import { STATUS_CODES } from "node:http";
import type { ClientResponse } from "../http/client.ts";

/** The address of the service in documents. */
export const ADDRESS = "http://127.0.0.1:3000";

/** The request of a curl command. */
export interface CurlRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Reads a curl command. @param files what `--data-binary @<name>` sends, by name */
export function curlRequest(command: string, files: ReadonlyMap<string, string> = new Map()): CurlRequest {
  const words = [
    ...command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"((?:[^"\\]|\\.|"[^" ]*")*)"(?= |$)|(\S+)/g),
  ].map(([, a, b, c]) => a ?? b ?? c!);
  const after = (option: string) => words.flatMap((word, at) => (word === option ? [words[at + 1]!] : []));
  const headers = after("-H").map((line) => /^(\S+): *(.*)$/.exec(line)!.slice(1) as [string, string]);
  const [body] = [
    ...after("-d"),
    ...after("--data-raw"),
    ...after("--data-binary").map((name) => files.get(name.slice(1))!),
  ];
  const [method = body === undefined ? "GET" : "POST"] = after("-X");
  const defaults = body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  return {
    method,
    path: words.find((word) => word.startsWith(ADDRESS))!.slice(ADDRESS.length),
    headers: { ...defaults, ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])) },
    ...(body === undefined ? {} : { body }),
  };
}

/** Asserts that a response is the one that a document shows; a success if it shows none. */
export function assertResponse(shown: string | undefined, { status, headers, text }: ClientResponse): void {
  const expected = /(?:^HTTP\/1\.1 |"status":)(\d{3})/.exec(shown ?? "")?.[1];
  assert.equal(status, expected === undefined ? (status < 300 ? status : 200) : Number(expected), text);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  assertShown(shown ?? "", [head, ...[...headers].map(([name, value]) => `${name}: ${value}`), text].join("\n"));
}

/** Asserts that a text has each part that a document shows. An ellipsis marks omissions; line breaks are for readability. */
export function assertShown(shown: string, text: string): void {
  for (const part of shown.split(/…|\n/).map((each) => each.trim()))
    assert.ok(text.includes(part), `${part}\nis not in\n${text}`);
}
