/** Proves what the client makes of streams: exports that are cut never look whole, events are neither lost nor repeated. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { type ConnectOptions, connect, Forbidden, Gone, NetworkError, Unauthorized } from "../client/index.ts";
import { createKey } from "./support/http/api-keys.ts";
import { ClientClock } from "./support/http/client-clock.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { proxyWithMishaps } from "./support/http/mishaps.ts";
import { ADMIN_KEY, serve, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const proxy = await proxyWithMishaps(served.url);
/** A client that waits for no time. */
const clientOf = (url: string, options: ConnectOptions = {}) => connect(url, { clock: new ClientClock(), ...options });
const client = () => clientOf(proxy.url, { key: ADMIN_KEY });

/** Emits an event; its subject ends in the name. */
const emit = (name: string) => fixtures.put(`/api/space-stations/${name}`, { name });

/** The names of the next events of a stream. */
async function names(stream: AsyncGenerator<{ subject: string }>, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { value } = (await stream.next()) as { value: { subject: string } };
    found.push(value.subject.split("/").at(-1)!);
  }
  return found;
}

await fixtures.mission("sampled");
const samples = Array.from({ length: 3_000 }, (_, index) => ({
  ...{ instrument: "i", parameter: `p-${index}`, collected_at: "2026-01-01T00:00:00Z", notes: "x".repeat(80) },
}));
await served.post("/api/missions/sampled/data", samples);

for (const format of ["csv", "ndjson"] as const) {
  test(`§4.9: an export as ${format} is what the service sends, whole`, async () => {
    const response = await client()
      .missions("sampled")
      .data.export({ format, sort: "parameter", fields: ["parameter"] });
    const expected = await served.get(`/api/missions/sampled/data?format=${format}&sort=parameter&fields=parameter`);
    assert.equal(await response.text(), expected.text);
    assert.equal(response.headers.get("content-type"), expected.headers.get("content-type"));
  });

  test(`§4.9: an export as ${format} that is cut never looks whole`, async () => {
    proxy.next.push("cut-body");
    const response = await client().missions("sampled").data.export({ format });
    let received = 0;
    const reading = (async () => {
      for await (const chunk of response.body!) received += chunk.length;
    })();
    await assert.rejects(reading, NetworkError);
    assert.ok(received > 0, "the part that arrived is there to be used");
    proxy.next.push("cut-body");
    await assert.rejects((await client().missions("sampled").data.export({ format })).text(), NetworkError);
  });
}

test("§4.9: an export that is compressed and cut never looks whole", async () => {
  const { text } = await served.get("/api/missions/sampled/data?format=ndjson");
  const bytes = gzipSync(text);
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson", "content-encoding": "gzip" });
    response.write(bytes.subarray(0, bytes.length - 100), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => server.close());
  const { port } = server.address() as { port: number };
  const response = await clientOf(`http://127.0.0.1:${port}`).missions("sampled").data.export();
  await assert.rejects(response.text(), NetworkError);
});

test("§4.9: a signal ends an export while it is read", async () => {
  const controller = new AbortController();
  const response = await client().missions("sampled").data.export({}, { signal: controller.signal });
  const reader = response.body!.getReader();
  await reader.read();
  controller.abort(new Error("enough"));
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  }, /enough/);
});

/** A client, and a function that waits until it has read this many parts of its streams, and asks for the next one. */
function listener(key = ADMIN_KEY, clock = new ClientClock()) {
  let [asked, wake] = [0, () => {}];
  const api = clientOf(proxy.url, {
    key,
    clock,
    fetch: async (url, init) => {
      const { body, status, headers } = await fetch(url, init);
      const reader = body!.getReader();
      const counted = new ReadableStream(
        {
          pull: async (controller) => {
            asked += 1;
            wake();
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: () => reader.cancel(),
        },
        { highWaterMark: 0 },
      );
      return new Response(counted, { status, headers });
    },
  });
  const parts = async (count: number): Promise<void> => {
    while (asked <= count)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    asked = 0;
  };
  return { api, parts, clock };
}

test("§6.2: events are followed across cuts: each once, in order, without a gap", async () => {
  const { api, parts } = listener();
  const stream = api.events.follow({ type_starts_with: "space_station." });
  const first = names(stream, 1);
  await parts(1);
  await emit("e-1");
  assert.deepEqual(await first, ["e-1"]);
  for (let round = 0; round < 3; round += 1) {
    const next = names(stream, 2);
    proxy.cut();
    await emit(`during-${round}`);
    await fixtures.mission(`other-${round}`);
    await emit(`after-${round}`);
    assert.deepEqual(await next, [`during-${round}`, `after-${round}`]);
  }
  await stream.return();
});

test("§12.15: a stream that is cut before its first event resumes where it began", async () => {
  const { api, parts, clock } = listener();
  const stream = api.events.follow({ type_starts_with: "space_station." });
  const next = names(stream, 1);
  await parts(1);
  proxy.next.push("lost-request", { status: 503, headers: { "retry-after": "9" } });
  proxy.cut();
  await emit("missed-by-none");
  assert.deepEqual(await next, ["missed-by-none"]);
  assert.ok(clock.waits.includes(9_000), String(clock.waits));
  await stream.return();
});

test("§6.2: a stream says when it is connected, and from where, and when it is cut", async () => {
  const { api, parts } = listener();
  const said: (string | undefined)[] = [];
  const stream = api.events.follow(
    { type_starts_with: "space_station." },
    { onConnection: (after) => void said.push(after) },
  );
  const first = names(stream, 1);
  await parts(1);
  assert.match(said[0]!, /^\d{16}$/);
  await emit("s-1");
  await first;
  const next = names(stream, 1);
  proxy.cut();
  await emit("s-2");
  await next;
  const [start, lost, again] = said;
  assert.deepEqual([said.length, lost], [3, undefined]);
  assert.ok(again! > start!, "it goes on after the event that has arrived");
  await stream.return();
  assert.equal(said.at(-1), undefined);
});

test("§6.2: a stream starts after an event that was handled before", async () => {
  await Promise.all(["h-1", "h-2"].map(emit));
  const stream = client().events.follow({ subject_starts_with: "/api/space-stations/h-" }, { after: "0".repeat(16) });
  const { value: one } = await stream.next();
  await stream.return();
  const rest = client().events.follow({ subject_starts_with: "/api/space-stations/h-" }, { after: one!.id });
  const { value: other } = await rest.next();
  await rest.return();
  assert.ok(other!.id > one!.id);
  assert.deepEqual([one, other].map((event) => event!.subject.slice(-3)).sort(), ["h-1", "h-2"]);
});

test("§12.15: a stream that cannot be resumed without a gap says so", async (t) => {
  const short = await serve(undefined, { EVENTS_KEEP_MOST: "10" });
  t.after(() => short.stop());
  for (let time = 0; time < 25; time += 1) await short.post("/api/space-stations", { name: "S" });
  const api = clientOf(short.url, { key: ADMIN_KEY });
  await assert.rejects(api.events.follow({}, { after: "0".repeat(15) + 1 }).next(), Gone);
});

test("§5.3: a stream ends with the problem that waiting does not solve", async () => {
  await assert.rejects(clientOf(served.url).events.follow().next(), Unauthorized);
  const { id, secret } = await createKey(served, ["events:read"]);
  const { api, parts } = listener(secret);
  const next = api.events.follow().next();
  await parts(1);
  await served.delete(`/api/api-keys/${id}`);
  proxy.cut();
  await assert.rejects(next, Unauthorized);
  const { secret: other } = await createKey(served, ["missions:read"]);
  await assert.rejects(clientOf(served.url, { key: other }).events.follow().next(), Forbidden);
});

test("§12.15: a stream that is silent for longer than its comments allow is taken for dead", async () => {
  const clock = new ClientClock();
  const silence = Promise.withResolvers<void>();
  const sleep = clock.sleep.bind(clock);
  let silences = 0;
  clock.sleep = (milliseconds, signal) => {
    if (milliseconds !== 45_000) return sleep(milliseconds, signal);
    silences += 1;
    return silences === 2 ? silence.promise : sleep(milliseconds, signal);
  };
  const { api, parts } = listener(ADMIN_KEY, clock);
  const stream = api.events.follow({ type_starts_with: "space_station." });
  const next = names(stream, 1);
  await parts(1);
  proxy.seen.length = 0;
  silence.resolve();
  await parts(1);
  assert.match(String(proxy.seen[0]!.headers["last-event-id"]), /^\d{16}$/);
  await emit("after-silence");
  assert.deepEqual(await next, ["after-silence"]);
  await stream.return();
});

test("§6.2: a signal ends a stream, and the wait before it is resumed", async () => {
  const controller = new AbortController();
  const { api, parts } = listener();
  const next = api.events.follow({}, { signal: controller.signal }).next();
  await parts(1);
  controller.abort(new Error("enough"));
  await assert.rejects(next, /enough/);
});

for (const [name, pieces] of Object.entries({
  "in pieces": ["id: 1\nda", 'ta: {"n":', "1}\n", "\n"],
  "with carriage returns": ['id: 1\r\ndata: {"n":\r', "\ndata: 1}\r\n\r\n"],
  "in lines of data": ['id:1\ndata: {"n":\ndata: 1}\n\n'],
  "among comments and unknown fields": [': hello\n\nevent: x\nid: 1\nfoo: bar\ndata: {"n":1}\n\n:\n\n'],
  "in the middle of a character": ['data: {"n":1,"t":"\u{1F680}"}\n\n'],
})) {
  test(`§6.2: an event that arrives ${name} is read`, async () => {
    const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
    const split = bytes.flatMap((piece) =>
      name.includes("character") ? [...piece].map((byte) => Uint8Array.of(byte)) : [piece],
    );
    const body = new ReadableStream({
      start: (controller) => split.forEach((piece) => void controller.enqueue(piece)),
    });
    const api = clientOf("http://service.test", { fetch: async () => new Response(body) });
    const { value } = await api.events.follow().next();
    const { n, t = "\u{1F680}" } = value as unknown as { n: number; t?: string };
    assert.deepEqual([n, t], [1, "\u{1F680}"]);
  });
}
