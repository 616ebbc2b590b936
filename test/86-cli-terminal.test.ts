/** Proves that nothing a service sends can control the terminal of whoever runs a command (docs/cli.md, output). */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { type CommandResult, runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { CLI, type Ended, runProgram } from "./support/http/process.ts";
import { serveForFile } from "./support/http/serve.ts";

/** Sets the title of a terminal, its colours (C1), deletes, and reverses the direction of text. */
const HOSTILE = "a\u001b]0;owned\u0007\u009b31m\u007f\u202e\u200fz";
const ESCAPED = "a\\u001b]0;owned\\u0007\\u009b31m\\u007f\\u202e\\u200fz";
const HARMFUL = /(?![\t\r\n])[\p{Cc}\p{Bidi_Control}]|\r(?!\n)/u;

const record = { id: HOSTILE, name: HOSTILE, [HOSTILE]: [HOSTILE], nested: { [HOSTILE]: HOSTILE } };
const links = { self: "/api/missions", [HOSTILE]: `/api/${HOSTILE}` };
const problem = (status: number, errors: object[] = []) => ({
  ...{ type: "/problems/x", status, title: HOSTILE, detail: HOSTILE, instance: `/api/${HOSTILE}`, errors },
});
const event = { id: HOSTILE, time: HOSTILE, type: HOSTILE, subject: HOSTILE, data: { actor: HOSTILE } };

/** The document of the service, with a hostile title, and hostile fields beside some others. */
const document = (await (await serveForFile()).get("/openapi.json")).text
  .replace(/"title":"[^"]*"/, `"title":${JSON.stringify(HOSTILE)}`)
  .replaceAll('"operator":', `${JSON.stringify(HOSTILE)}:{"type":"string"},"operator":`);

/** The answers of a hostile service, by path. */
const ANSWERS: Record<string, [status: number, type: string, body: string]> = {
  "/text": [200, "text/plain", `${HOSTILE}\n\tindented\r\nover\rwritten`],
  "/api": [200, "application/json", JSON.stringify({ version: HOSTILE })],
  "/api/me": [200, "application/json", JSON.stringify({ actor: HOSTILE, kind: "api_key", scopes: [HOSTILE] })],
  "/api/missions": [
    200,
    "application/json",
    JSON.stringify({ missions: [record], total_count: HOSTILE, _links: links }),
  ],
  "/api/missions/m": [200, "application/json", JSON.stringify({ ...record, _embedded: links, _links: links })],
  "/api/missions/missing": [404, "application/problem+json", JSON.stringify(problem(404))],
  "/api/missions/refused": [
    422,
    "application/problem+json",
    JSON.stringify(problem(422, [{ pointer: `/${HOSTILE}`, code: "x", message: HOSTILE }])),
  ],
  "/api/events": [200, "application/json", JSON.stringify({ events: [event], _links: links })],
  "/openapi.json": [200, "application/json", document],
};
const EXPORTS: Record<string, string> = {
  "text/csv": `id,${HOSTILE}\r\nm,${HOSTILE}\r\n`,
  "application/x-ndjson": `${JSON.stringify({ ...record, _links: { self: "/api/missions/m" } })}\n`,
};

const server = createServer(({ method, url = "", headers }, response) => {
  const path = url.replace(/\?.*/s, "");
  const exported = EXPORTS[headers.accept ?? ""];
  if (headers.accept === "text/event-stream") {
    const isFirst = headers["last-event-id"] === undefined;
    response.writeHead(isFirst ? 200 : 410, {
      "content-type": isFirst ? "text/event-stream" : "application/problem+json",
    });
    return void response.end(
      isFirst ? `retry: 0\nid: 1\ndata: ${JSON.stringify(event)}\n\n` : JSON.stringify(problem(410)),
    );
  }
  const [status, type, body] =
    method !== "GET" && method !== "HEAD"
      ? ANSWERS["/api/missions/refused"]!
      : exported !== undefined && path.startsWith("/api/") && !path.startsWith("/api/events")
        ? [200, headers.accept!, exported]
        : (ANSWERS[path] ?? ANSWERS["/api/missions/missing"]!);
  response.writeHead(status, { "content-type": type, etag: '"1"' }).end(body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

process.env.SPACE_MISSIONS_URL = url;

/** Runs a command in this process as if it had a terminal. */
async function runOnTerminal(...args: string[]): Promise<CommandResult> {
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, isTTY: stream.isTTY }));
  for (const { stream } of streams) stream.isTTY = true;
  try {
    return await runCommand(undefined, ...args);
  } finally {
    for (const { stream, isTTY } of streams) stream.isTTY = isTTY;
  }
}

const PRETEND = "for (const each of [process.stdout, process.stderr]) each.isTTY = true";

/** Runs a command that writes a stream, as a process. */
function runAsProcess(isTerminal: boolean, ...args: string[]): Promise<Ended> {
  const pretending = isTerminal ? ["--import", `data:text/javascript,${PRETEND}`] : [];
  return runProgram({ command: [process.execPath, ...pretending, CLI, ...args] }, { SPACE_MISSIONS_URL: url });
}

const files = temporaryFolder();
const table = files.write("missions.csv", `id,name,${HOSTILE}s\nm,M,x\n`);
const rows = files.write("rows.csv", "id,name\nm,M\n");

/** What a command prints on a terminal is escaped, and is there. */
function assertHarmless({ out, err }: { out: string; err: string }, shown: "out" | "err"): void {
  // A progress bar is drawn by the command itself.
  const notes = err.replaceAll("\u001b[K", "").replaceAll("\r", "");
  assert.ok({ out, err }[shown].includes(ESCAPED), JSON.stringify({ out, err }));
  for (const text of [out, notes]) assert.doesNotMatch(text, HARMFUL, JSON.stringify(text));
}

const COMMANDS: [args: string[], shown: "out" | "err"][] = [
  [["get", "/text"], "out"],
  [["get", "missions"], "out"],
  [["get", "missions", "--json"], "out"],
  [["get", "missions", "--all", "--json"], "out"],
  [["get", "missions/m"], "out"],
  [["get", "missions/missing"], "err"],
  [["get", "missions/refused"], "err"],
  [["export", "missions", "-o", files.path("exported.csv")], "err"],
  [["import", "missions", table], "err"],
  [["import", "missions", rows], "err"],
  [["watch"], "out"],
  [["watch", "--json"], "out"],
  [["doctor"], "out"],
  [["types", url], "out"],
];

for (const [args, shown] of COMMANDS) {
  const name = args.join(" ").replaceAll(url, "<url>").replaceAll(files.path(""), "");
  test(`docs/cli.md, output: nothing that a service sends controls the terminal: ${name}`, async () => {
    assertHarmless(await runOnTerminal(...args), shown);
  });
}

for (const args of [["export", "missions"], ["dump"]])
  test(`docs/cli.md, output: nothing that a service sends controls the terminal: ${args.join(" ")}`, async () => {
    assertHarmless(await runAsProcess(true, ...args), "out");
  });

test("docs/cli.md, output: a program that reads a text or an export gets it unchanged; messages are escaped everywhere", async () => {
  assert.equal((await runCommand(undefined, "get", "/text")).out, `${ANSWERS["/text"]![2]}\n`);
  assert.equal((await runAsProcess(false, "export", "missions")).out, EXPORTS["text/csv"]);
  const { err } = await runCommand(undefined, "get", "missions/missing");
  assert.equal(err, `error: ${ESCAPED} (/api/${ESCAPED})\n`);
});

test("docs/cli.md, output: JSON on a terminal is the same JSON", async () => {
  const { out } = await runOnTerminal("get", "missions/m", "--json");
  assert.deepEqual(JSON.parse(out), JSON.parse(ANSWERS["/api/missions/m"]![2]));
});
