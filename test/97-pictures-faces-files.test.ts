/** Proves that the page of a record is a picture, too: its facts and its face, of what the caller may read (§10.1). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { domain } from "../missions/resources/index.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { buildExplorer } from "./support/http/built-explorer.ts";
import { ADMIN_KEY, type Served, serve } from "./support/http/serve.ts";

buildExplorer();
const space = await serve(domain);
after(() => space.stop());
const academia = await serve(secondDomain);
after(() => academia.stop());

/** Stores records. */
async function put(served: Served, records: Readonly<Record<string, object>>): Promise<void> {
  for (const [path, record] of Object.entries(records)) {
    const { status, body } = await served.put(`/api/${path}`, record);
    assert.equal(status, 201, `${path}: ${body.detail}`);
  }
}

const path = (semi_major_axis_km: number, mean_radius_km: number) => ({
  ...{ semi_major_axis_km, mean_radius_km, orbital_eccentricity: 0.1 },
});
const flight = (year: number, more: object = {}) => ({
  ...{ launch_date: `${year}-07-16`, end_date: `${year}-07-24`, status: "completed", mission_type: "crewed" },
  ...more,
});
await put(space, {
  "planets/large": { name: "Large & <b>", planet_type: "gas_giant", mass_kg: 2e27, ...path(8e8, 70_000) },
  "planets/large/moons/first": { name: "The first", ...path(400_000, 1_500) },
  "planets/large/moons/second": { name: "The second", ...path(900_000, 900) },
  "space-stations/hut": { name: "Hut", launched_on: "1969-01-01" },
  "astronauts/ann": { name: "Ann", nationality: "France" },
  "astronauts/bo": { name: "Bohumil", nationality: "Japan" },
  "missions/one": { name: "Flight one", ...flight(1969, { station: "hut" }) },
  "missions/two": { name: "Flight two", ...flight(1969) },
  "missions/probe": { name: "Probe", launch_date: "2019-01-01", status: "active" },
  "missions/other": { name: "Other", launch_date: "2019-01-01", status: "active" },
  "organizations/lone": { name: "Lone", kind: "agency", country: "France" },
});
await put(space, {
  "missions/one/crew/ann": { role: "commander" },
  "missions/two/crew/bo": { role: "pilot" },
});
const samples = (parameter: string, first: number) =>
  Array.from({ length: 9 }, (_, index) => ({
    ...{ parameter, value: first + index, unit: "Cel", quality: "good", instrument: "sensor" },
    collected_at: `2020-01-0${index + 1}T00:00:00Z`,
  }));
for (const [id, list] of [
  ["probe", samples("air_temperature", 30)],
  ["other", samples("soil_temperature", 70)],
] as const) {
  const { status, body } = await space.post(`/api/missions/${id}/data`, list);
  assert.equal(status, 201, body.detail);
}
await put(academia, {
  "universities/north": { name: "Northern" },
  "students/eve": { name: "Eve" },
});
const courseOf = async (title: string, day: string): Promise<string> =>
  (
    await academia.post("/api/courses", {
      ...{ title, university_id: "north", starts_at: `${day}T09:00:00Z`, ends_at: `${day}T17:00:00Z` },
    })
  ).body.id;
const [algebra, botany] = [await courseOf("Algebra", "2025-03-01"), await courseOf("Botany", "2025-03-02")];
await put(academia, { [`courses/${algebra}/students/eve`]: { seat: "A1" } });
const grade: string = (await academia.post("/api/students/eve/grades", { subject: "Secrets", points: 13 })).body.id;

/** Sends a GET without a credential; pages and their files are not in the OpenAPI document. */
async function open(served: Served, address: string, headers: Record<string, string> = {}) {
  const response = await fetch(served.url + address, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

interface Face {
  readonly of: string;
  readonly served: Served;
  /** What stands in it, and what does not. */
  readonly says: readonly string[];
  readonly without?: readonly string[];
}

const FACES: Readonly<Record<string, Face>> = {
  "to scale": {
    of: "/planets/large",
    served: space,
    says: [
      "<title>Large &amp; &lt;b&gt;</title>",
      "gas giant",
      "2 × 10",
      "and its moons, to scale",
      "2 moons",
      "The first",
    ],
  },
  "around another": { of: "/planets/large/moons/first", served: space, says: ["The first around Large &amp;"] },
  "own stays": {
    of: "/astronauts/ann",
    served: space,
    says: ["Ann’s days on missions, 1969", "8 days, commander", "France"],
    without: ["Flight two"],
  },
  visitors: {
    of: "/space-stations/hut",
    served: space,
    says: ["Astronauts on its missions, day by day, 1969", "France ", "1 January 1969"],
    without: ["Japan"],
  },
  neighbors: {
    of: "/missions/one",
    served: space,
    says: ["At the same time.", "Flight two", "Ann", "commander", "16–24 July 1969"],
    without: ["Bohumil"],
  },
  "samples below": {
    of: "/missions/probe",
    served: space,
    says: ["Air temperature, 2020", "9 values of 1 parameter", ">38<", "1 January 2019"],
    without: ["soil temperature"],
  },
  "samples below another": {
    of: "/missions/other",
    served: space,
    says: ["Soil temperature, 2020", ">78<"],
    without: ["air temperature"],
  },
  facts: { of: "/organizations/lone", served: space, says: ["<title>Lone</title>", ">agency<", ">France<"] },
  "neighbors elsewhere": { of: `/courses/${algebra}`, served: academia, says: ["At the same time.", "Botany", "Eve"] },
  "facts elsewhere": { of: "/universities/north", served: academia, says: ["<title>Northern</title>"] },
};

for (const [kind, { of, served, says, without = [] }] of Object.entries(FACES))
  test(`§10.1: the face of a record stands alone as a file: ${kind}`, async () => {
    const { status, headers, text } = await open(served, `${of}/-/face.svg`);
    assert.deepEqual([status, headers.get("content-type")], [200, "image/svg+xml; charset=utf-8"], text);
    // The rasterizer knows widths of fonts by their keywords alone; others would make words too wide for their places.
    assert.match(text, /\.pic\{[^}]*font-stretch:semi-condensed/);
    for (const words of says) assert.ok(text.includes(words), `${words} in ${text}`);
    for (const words of without) assert.ok(!text.includes(words), `${words} in ${text}`);
    assert.match(text, new RegExp(`>127\\.0\\.0\\.1:\\d+${of}</text>.*>drawn on 15 January 2026<`));
    assert.doesNotMatch(text, /NaN|undefined|data-key|tabindex|var\(--/);
    const preview = await fetch(`${served.url}${of}/-/face.png?-size=preview`);
    const bytes = Buffer.from(await preview.arrayBuffer());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1_200, 675]);
    assert.ok(bytes.length > 10_000 && bytes.length < 300_000, `${bytes.length}`);
    const page = await open(served, of);
    const [, image] = /<meta property="og:image" content="([^"]+)">/.exec(page.text)!;
    assert.equal(image, `${served.url}${of}/-/face.png?-size=preview`);
    assert.ok(page.text.includes('<meta name="twitter:card" content="summary_large_image">'));
  });

test("§10.1: a face has a tag, may be a minute old for everybody, and is that of its day with as_of", async () => {
  const address = "/missions/one/-/face.svg";
  const { headers } = await open(space, address);
  assert.equal(headers.get("cache-control"), "public, max-age=60");
  assert.equal((await open(space, address, { "if-none-match": headers.get("etag")! })).status, 304);
  assert.equal((await open(space, `${address}?as_of=2026-01-15T12:00:00Z`)).status, 401);
});

test("§10.1, §5.1: the face of a private record, and what is private below one, are for those who may read them", async () => {
  const own = `/students/eve/grades/${grade}`;
  for (const page of [own, "/students/eve/grades/none"]) {
    const { status, text } = await open(academia, `${page}/-/face.svg`);
    assert.equal(status, 401);
    assert.ok(!text.includes("Secrets"));
  }
  assert.doesNotMatch((await open(academia, own)).text, /og:image/);
  const above = await open(academia, "/students/eve/-/face.svg");
  assert.ok(above.status === 200 && !above.text.includes("Secrets"), above.text);
  const key = { authorization: `Bearer ${ADMIN_KEY}` };
  const shown = await open(academia, `${own}/-/face.svg`, key);
  assert.ok(shown.status === 200 && shown.text.includes("Secrets"), shown.text);
  assert.match(shown.headers.get("cache-control")!, /no-store/);
  assert.equal((await open(academia, `${own}/-/face.svg`)).status, 401);
  await using closed = await serve(undefined, { PUBLIC_READ: "false" });
  assert.equal((await open(closed, "/missions/one/-/face.png")).status, 401);
});

test("§10.1: what is no record of the registry has no face, and a list has none", async () => {
  for (const address of [
    "/missions/none/-/face.svg",
    "/missions/-/face.svg",
    "/api-keys/none/-/face.svg",
    "/-/face.svg",
    `/courses/${botany}/-/timeline.svg`,
  ])
    assert.equal((await open(space, address)).status, 404, address);
  assert.equal((await open(space, "/missions/one/-/face.svg?no_such=1")).status, 400);
});

test("§10.1: previews of lists have one size, too, and say what they leave out", async () => {
  for (let number = 1; number <= 60; number++)
    await put(space, { [`missions/m-${number}`]: { name: `Flight ${number}`, ...flight(1970) } });
  const sizeOf = async (address: string) => {
    const { status, text } = await open(space, address);
    assert.equal(status, 200, text);
    return { text, size: /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(text)!.slice(1).join(" × ") };
  };
  const query = "?status=completed";
  assert.notEqual((await sizeOf(`/missions/-/timeline.svg${query}`)).size, "1200 × 675");
  const timeline = await sizeOf(`/missions/-/timeline.svg${query}&-size=preview`);
  assert.equal(timeline.size, "1200 × 675");
  assert.match(timeline.text, /62 missions; Status is completed\. Columns count what begins in each year\./);
  const groups = await sizeOf("/missions/-/groups.svg?group_by=name&-size=preview");
  assert.equal(groups.size, "1200 × 675");
  assert.match(groups.text, /The first 15 of 64 rows\./);
  const bars = await sizeOf("/missions/-/bars.svg?-field=duration_days&-size=preview");
  assert.match(bars.text, /The largest of 62 are drawn\./);
  assert.equal(bars.size, "1200 × 675");
  const page = await open(space, "/missions?status=completed");
  assert.match(page.text, /content="[^"]*\/missions\/-\/timeline\.png\?status=completed&#38;-size=preview"/);
});
