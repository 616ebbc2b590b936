/** A service whose pages are visited beside those of the built-in data: a small university. */
import { secondDomain } from "../domain/second-domain.ts";
import { type Served, serveForFile } from "../http/serve.ts";

/** The records of the second domain, parents first; each with the path of its list. */
const RECORDS: readonly [path: string, id: string, record: Record<string, unknown>][] = [
  ["universities", "alma", { name: "Alma Mater", founded_on: "1386-10-18", city: "Heidelberg" }],
  ["universities", "nova", { name: "Nova" }],
  ["universities/alma/departments", "physics", { name: "Physics", budget: 1.5e7, head: "Ada" }],
  ["universities/alma/departments", "law", { name: "Law" }],
  ["students", "ann", { name: "Ann", email: "ann@alma.example" }],
  ["students", "bob", { name: "Bob" }],
  [
    "courses",
    "optics",
    course("Optics", "physics", { starts_at: "2026-01-10T08:00:00Z", ends_at: "2026-03-01T10:00:00Z" }),
  ],
  ["courses", "lasers", course("Lasers", "physics", { follows: "optics", starts_at: "2026-04-01T08:00:00Z" })],
  ["courses", "roman-law", course("Roman law", "law", { seats: 1, room: { building: "Old Hall", floor: 2 } })],
  ["manufacturers", "zeta", { name: "Zeta", country: "Freedonia" }],
  ["cameras", "z1", { model: "Z1", manufacturer_id: "zeta", megapixels: 24.2, mount: "Z" }],
  ["products", "lamp", { name: "Lamp", price: 19.5, in_stock: true, tags: ["light", "desk"], grade: "gold" }],
  ["products", "chair", { name: "Chair", price: 80, in_stock: false, sold_from: "2024-05-01" }],
];

function course(title: string, department: string, more: Record<string, unknown>): Record<string, unknown> {
  return { title, university_id: "alma", department_id: department, ...more };
}

/** A service of the second domain with a few records, until the end of the file. @param settings as in the environment */
export async function serveSecond(settings: Record<string, string> = {}): Promise<Served> {
  const served = await serveForFile(secondDomain, settings);
  for (const [path, id, record] of RECORDS) await served.put(`/api/${path}/${id}`, record);
  await served.put("/api/universities/alma/founding-charter", { signed_on: "1386-10-01", articles: ["One", "Two"] });
  for (const student of ["ann", "bob"])
    await served.put(`/api/courses/optics/students/${student}`, { seat: `A${student.length}`, paid: true });
  const readings = Array.from({ length: 12 }, (_, at) => ({ gauge: "bench", value: at / 2 }));
  await served.post("/api/manufacturers/zeta/lab-readings", readings);
  return served;
}
