/** Responses as they arrive on a socket, one after the other. */
import assert from "node:assert/strict";
import type { Body } from "./serve.ts";

/** One response. */
export interface RawResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Parses all responses on a connection, without an interim 100. Anything left over is an error. */
export function parseResponses(received: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = Buffer.from(received);
  while (rest.length > 0) {
    const headEnd = rest.indexOf("\r\n\r\n");
    const [line = "", ...fields] = rest.toString("utf8", 0, headEnd).split("\r\n");
    assert.match(line, /^HTTP\/1\.1 \d{3} /, `no answer begins here: ${rest}`);
    const headers = Object.fromEntries(
      fields.map((field) => [field.split(":", 1)[0]!.toLowerCase(), field.slice(field.indexOf(":") + 1).trim()]),
    );
    const end = headEnd + 4 + Number(headers["content-length"] ?? 0);
    assert.ok(end <= rest.length, `cut short: ${rest}`);
    const status = Number(line.split(" ")[1]);
    if (status !== 100) responses.push({ status, headers, text: rest.toString("utf8", headEnd + 4, end) });
    rest = rest.subarray(end);
  }
  return responses;
}

/** Asserts that a response is the problem document of its status, with its request id, without details of the machine. */
export function assertProblem({ status, headers, text }: RawResponse, slug: string): Body {
  assert.equal(headers["content-type"], "application/problem+json; charset=utf-8", text);
  const problem = JSON.parse(text);
  assert.deepEqual([problem.type, problem.status], [`/problems/${slug}`, status]);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.ok(Date.parse(headers.date!), "RFC 9110 section 6.6.1: every answer has its Date");
  assert.match(headers["x-request-id"]!, /^[A-Za-z0-9._:-]{1,128}$/);
  assert.equal(problem.request_id, headers["x-request-id"]);
  assert.doesNotMatch(text, /node_modules|\/engine\/|\.ts\b|SELECT .* FROM|SQLITE_|HPE_|FST_|at .*:\d+:\d+/);
  return problem;
}

/** Asserts that a connection had this problem as its only response. */
export function assertRefusedOnce(received: string, status: number, slug: string): Body {
  const responses = parseResponses(received);
  assert.deepEqual(
    responses.map((response) => response.status),
    [status],
    received,
  );
  assert.equal(responses[0]!.headers.connection, "close");
  return assertProblem(responses[0]!, slug);
}
