/** Proves that each kind of picture is also a file, with the marks and names of what its page shows (§10.1). */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { buildExplorer } from "./support/http/built-explorer.ts";
import { serve } from "./support/http/serve.ts";

buildExplorer();
const served = await serve();
after(() => served.stop());

/** Stores a record. */
async function put(path: string, record: object): Promise<void> {
  assert.equal((await served.put(path, record)).status, 201, path);
}

const orbit = (semi_major_axis_km: number, orbital_eccentricity: number) => ({
  ...{ semi_major_axis_km, orbital_eccentricity },
});
await put("/api/planets/small", {
  ...{ name: "Small & Far", planet_type: "terrestrial", mean_radius_km: 6000, mass_kg: 5e24, ...orbit(3e8, 0.1) },
});
await put("/api/planets/large", {
  ...{ name: "Large", planet_type: "gas_giant", mean_radius_km: 70000, mass_kg: 2e27, ...orbit(8e8, 0) },
});
await put("/api/planets/unknown", { name: "Unknown", planet_type: "dwarf" });
for (const [id, mean_radius_km] of [
  ["first", 1500],
  ["second", 900],
  ["third", undefined],
] as const)
  await put(`/api/planets/large/moons/${id}`, { name: `The ${id}`, mean_radius_km, ...orbit(400_000, 0) });
await put("/api/missions/probe", { name: "Probe" });
await put("/api/missions/other", { name: "Other" });
const sample = (value: number, unit: string, day: number, quality = "good") => ({
  ...{ parameter: unit === "km" ? "altitude" : "air_temperature", value, unit, quality, instrument: "sensor" },
  collected_at: `2020-01-${String(day).padStart(2, "0")}T00:00:00Z`,
});
const DAYS = Array.from({ length: 10 }, (_, index) => index + 1);
await served.post("/api/missions/probe/data", [
  ...DAYS.map((day) => sample(-30 - day, "Cel", day)),
  sample(14_000_000, "km", 4, "suspect"),
]);
await served.post("/api/missions/other/data", [sample(263.15, "K", 3)]);

const get = (path: string) => served.request("GET", path, { credential: false });
const countAt = async (path: string): Promise<number> => (await get(path)).body.total_count;

/** A disc is filled and has an edge, each of two arcs. */
const ARCS_OF_DISC = 4;
const occurrences = (text: string, mark: RegExp) => text.match(new RegExp(mark, "g"))?.length ?? 0;

interface Kind {
  readonly file: string;
  readonly title: string;
  /** What stands in it. */
  readonly says: readonly string[];
  /** Its marks, how many there are of each record, and the list whose records have marks. */
  readonly mark: RegExp;
  readonly each?: number;
  readonly of: string;
}

const KINDS: readonly Kind[] = [
  {
    file: "/planets/-/bars.svg?-field=mass_kg",
    title: "Mass of planets",
    says: ["2 planets.", "1 without a value.", "Small &amp; Far", "Large", "terrestrial ", ">kg<"],
    mark: /class="bar f\d+"/,
    of: "/api/planets?mass_kg_exists=true",
  },
  {
    file: "/planets/-/scale.svg",
    title: "Planets to scale",
    says: ["1 without a radius is not drawn to size.", "Small &amp; Far", "70,000 km", "Distance is logarithmic"],
    mark: /<a href="http/,
    each: 2,
    of: "/api/planets?mean_radius_km_exists=true",
  },
  {
    file: "/planets/-/scale.svg?-show=paths",
    title: "Paths of the planets",
    says: ["2 planets.", "1 without a recorded path is not drawn.", "Small &amp; Far", "nearest point of every path"],
    mark: /class="way s\d+"/,
    of: "/api/planets?semi_major_axis_km_exists=true",
  },
  {
    file: "/planets/-/scale.svg?-body=large",
    title: "Large and its moons, to scale",
    says: [
      "3 moons.",
      "Large is cut off.",
      "The first",
      "Distance from Large",
      "1 without a radius is not drawn to size.",
    ],
    mark: /<a href="http[^"]*\/moons\//,
    // Two that have a radius are drawn to size, and all three by distance.
    each: 5 / 3,
    of: "/api/planets/large/moons",
  },
  {
    file: "/planets/large/moons/-/scale.svg?-show=paths",
    title: "Paths of the moons around Large",
    says: ["3 moons.", "The first"],
    mark: /class="way s\d+"/,
    of: "/api/planets/large/moons",
  },
  {
    file: "/data/-/series.svg",
    title: "Data as charts",
    says: [
      "12 data.",
      "Probe",
      "Other",
      "Air temperature",
      "1 value recorded in K is drawn in °C.",
      ">suspect<",
      ">−40<",
    ],
    mark: /<a href="http[^"]*\/data\//,
    of: "/api/data",
  },
  {
    file: "/data/-/series.svg?parameter=air_temperature&-by=time",
    title: "Data as charts",
    says: ["11 data; Parameter is air_temperature.", "Lines join 8 or more samples", "sensor · 11", ">−40<"],
    mark: /a3.3 3.3 0 1 0/,
    each: ARCS_OF_DISC,
    of: "/api/data?parameter=air_temperature",
  },
  {
    file: "/missions/probe/data/-/series.svg?unit=Cel",
    title: "Probe: Data as charts",
    says: ["10 data; Unit is Cel.", ">°C<"],
    mark: /a3.3 3.3 0 1 0/,
    each: ARCS_OF_DISC,
    of: "/api/missions/probe/data?unit=Cel",
  },
];

for (const { file, title, says, mark, each = 1, of } of KINDS)
  test(`§10.1: ${file} draws all records, names them, and says what is left out`, async () => {
    const { status, headers, text } = await get(file);
    assert.deepEqual([status, headers.get("content-type")], [200, "image/svg+xml; charset=utf-8"], text);
    assert.match(text, new RegExp(`<title>${title}</title>`));
    for (const words of says) assert.ok(text.includes(words), `${words} in ${text}`);
    assert.equal(occurrences(text, mark), Math.round(each * (await countAt(of))), text);
    assert.doesNotMatch(text, /NaN|undefined|data-key|tabindex/);
    // It is well-formed: the rasterizer reads it.
    const png = await get(file.replace(".svg", ".png"));
    assert.deepEqual([png.status, png.headers.get("content-type")], [200, "image/png"]);
    const dark = await get(`${file}${file.includes("?") ? "&" : "?"}-theme=dark`);
    assert.notEqual(dark.text, text);
    assert.equal(occurrences(dark.text, mark), occurrences(text, mark));
  });

test("§10.1: of many records, a picture has the first in the order that is asked for, and says so", async () => {
  for (let mass = 1; mass <= 45; mass++)
    await put(`/api/spacecraft/craft-${mass}`, {
      ...{ name: `Craft ${mass}`, spacecraft_type: "probe", dry_mass_kg: mass },
    });
  for (const [settings, order, first] of [
    ["", "largest", 45],
    ["&-order=smallest", "smallest", 1],
  ] as const) {
    const { text } = await get(`/spacecraft/-/bars.svg?-field=dry_mass_kg${settings}`);
    assert.equal(occurrences(text, /class="bar f/), 40);
    assert.ok(text.includes(`40 spacecraft. The ${order} of 45 are drawn.`), text);
    assert.match(text, new RegExp(`<a [^>]*/spacecraft/[^>]*aria-label="Craft ${first}: ${first} kg`));
  }
});

test("§10.1: exponents are raised, because the font of files has only some of them raised", async () => {
  const { text } = await get("/missions/probe/data/-/series.svg?unit=km");
  assert.match(text, /1\.4 × 10<tspan dy="-4" font-size="8">7<\/tspan>/);
});

test("§10.1: the sizes and colors of words win over those that texts of pages have", async () => {
  const { text } = await get("/data/-/series.svg?parameter=air_temperature&-by=time");
  assert.match(text, /<style>.*\.pic text\{[^}]*font-size:11px/s);
  assert.match(text, /<text [^>]*style="font-size:12px;[^"]*"[^>]*>air temperature</);
});

test("§10.1: a picture of nothing is a problem that says so", async () => {
  for (const file of [
    "planets/-/bars.svg?id=unknown",
    "planets/-/scale.svg?id=unknown",
    "data/-/series.png?unit=none",
  ]) {
    const response = await fetch(`${served.url}/${file}`);
    const { code, detail } = (await response.json()) as Record<string, string>;
    assert.deepEqual([response.status, code], [422, "validation_failed"], file);
    assert.match(detail!, /No record in this list has the values/);
  }
});
