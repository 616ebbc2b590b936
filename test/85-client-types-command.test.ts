/** Proves `types`: what it prints of a service compiles, works with the client, and says the same as the declarations. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { collection } from "../engine/declare/declare.ts";
import { integer, text } from "../engine/declare/fields.ts";
import { spaceMissions } from "../missions/registry.ts";
import { commandLineOf, runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { PROGRAM_DOCUMENTS, programOf } from "./support/documents/code-blocks.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { proxyWithMishaps } from "./support/http/mishaps.ts";
import { serve, serveForFile } from "./support/http/serve.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = temporaryFolder();
const served = await serveForFile(secondDomain);

/** A program that uses the printed types. Each expected error must be one, and there must be no other. */
const PROGRAM = `
import { type ApiOf, connect } from "space-missions-api/client";
import type { domain } from "${root}missions/resources/index.ts";
import type { Api as BuiltIn } from "./built-in.d.ts";
import type { Api, Course, CourseDraft, CoursePatch, CourseSummary } from "./second.d.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_same: Same<A, B>): void {}

const api = connect<Api>("http://127.0.0.1:3000");
export async function program(): Promise<void> {
  const course = await api.courses.get("c", { include: ["university", "students"] });
  same<typeof course.status, "draft" | "open" | "closed">(true);
  same<typeof course.room, { building: string; floor?: number | null } | null>(true);
  same<NonNullable<typeof course._embedded.university>["city"], string | null>(true);
  same<(typeof course._embedded.students)[number]["paid"], boolean>(true);
  same<keyof ReturnType<typeof api.universities>, "departments" | "founding_charter">(true);
  same<keyof ReturnType<typeof api.courses>, "students" | "enrolled">(true);
  await api.products.list({ price_min: 3, in_stock: true, grade_in: ["gold"], sold_from_after: "2020-01-01", sort: "price:desc" });
  await api.manufacturers.list({ camera_count_min: 2, reading_count: 1 });
  await api.courses.list({ "students.paid": true, "students.email_ends_with": "edu", "university.founded_on_after": "1500-01-01" });
  await api.universities.list({ "founding_charter.signed_on_before": "1600-01-01", departments_exists: true, sort: "founding_charter.signed_on" });
  await api.students.list({ "courses.paid": true, "courses.starts_at_after": "2020-01-01", "courses_none.department.head": "vacant" });
  await api.courses.list({ "any.1.status_in": ["open"], "any.1.students.seat": "A1", sort: "university.name:desc" });
  for (const group of await api.courses.summarize({ group_by: ["university.city"], measure: ["max:department.budget"] })) {
    same<(typeof group)["university.city"], string | null>(true);
    same<(typeof group)["department.budget_max"], number | null>(true);
  }
  // @ts-expect-error no such relation
  await api.courses.list({ "teachers.name": "x" });
  // @ts-expect-error no such field
  await api.courses.list({ "students.nam": "x" });
  // @ts-expect-error true or false
  await api.courses.list({ "students.paid": "yes" });
  // @ts-expect-error not one of the words
  await api.courses.list({ "any.1.status": "shut" });
  // @ts-expect-error private
  await api.students.list({ "grades.points_min": 3 });
  // @ts-expect-error of several records
  await api.courses.list({ sort: "students.seat" });
  await api.manufacturers("m").lab_readings.create([{ gauge: "g" }], { async: true });
  await api.universities("u").founding_charter.put({ signed_on: "1500-01-01" });
  await api.courses("c").students.create({ student_id: "s", seat: "A1" });
  for await (const item of api.students("s").courses.all()) same<typeof item.title, string>(true);
  for await (const { type } of api.events.follow()) same<typeof type, string>(true);
  const changed: Course = await api.courses.update(course, { seats: null });
  const patch: CoursePatch = { seats: 3 };
  const draft: CourseDraft = { title: "T", university_id: "u", status: "open" };
  const all: Course[] = [changed, await api.courses.get("c"), await api.courses.create(draft), await api.courses.update(changed, patch)];
  const listed: CourseSummary[] = [...all, ...(await api.courses.list()).items];
  same<(typeof listed)[number]["_links"]["self"], string>(true);
  // @ts-expect-error lists do not show it
  listed[0]!.room;
  // @ts-expect-error a record in a list is not whole
  all.push(...(await api.courses.list()).items);
  // @ts-expect-error no such collection
  api.missions;
  // @ts-expect-error no such filter
  await api.products.list({ price_contains: "3" });
  await api.courses.list({ session_length_min: "PT90M", starts_at_after: "2026-01-01T00:00:00Z" });
  // @ts-expect-error a duration is a text
  await api.courses.list({ session_length_min: 5_400 });
  // @ts-expect-error a flag is true or false
  await api.products.list({ in_stock_in: ["true"] });
  // @ts-expect-error not one of the words
  await api.products.list({ grade: "lead" });
  // @ts-expect-error a field that was not asked for
  (await api.products.get("p", { fields: ["name"] })).price;
  // @ts-expect-error a required field is missing
  await api.courses.create({ title: "T" });
  // @ts-expect-error set by the service
  await api.students.create({ name: "S", credits: 3 });
  // @ts-expect-error which student
  await api.courses("c").students.create({ seat: "A1" });
  // @ts-expect-error the flat list is read only
  await api.departments.remove("d");
  // @ts-expect-error the result keeps its types
  const wrong: number = changed.title;
}

type Inferred = ApiOf<typeof domain>;
same<keyof BuiltIn, keyof Inferred>(true);
same<keyof ReturnType<BuiltIn["missions"]>, keyof ReturnType<Inferred["missions"]>>(true);
/** Whatever compiles with the inferred types compiles with the printed ones, and the other way round. */
type Query<A extends { missions: { list(query?: never): unknown } }> = Parameters<A["missions"]["list"]>[0];
same<keyof NonNullable<Query<BuiltIn>>, keyof NonNullable<Query<Inferred>>>(true);
type Sample<A extends { data: { get(id: string): unknown } }> = keyof Awaited<ReturnType<A["data"]["get"]>>;
same<Sample<BuiltIn>, Sample<Inferred>>(true);
`;

/** The names of the types that a file exports for a program. */
function namesIn(text: string): string[] {
  const names = Array.from(text.matchAll(/^export (?:type|interface) (\w+)/gm), ([, name]) => name!);
  return names.filter((name) => !/^Below|^Api$|^BuiltIn$|Model$|Replacement$/.test(name)).sort();
}

/**
 * A program in which each type that is named in the domain must be like the printed one: records have the same fields, filters
 * and relations, and what fits the one draft or patch fits the other; only the printed ones may repeat the ids of the path.
 */
function comparison(names: readonly string[]): string {
  return [
    'import type * as Named from "space-missions-api/client";',
    'import type * as Printed from "./built-in.d.ts";',
    `import type { ModelsIn } from "${root}client/types/models-of.ts";`,
    `import type { PropertyFilters } from "${root}client/types/queries.ts";`,
    "type Models = ModelsIn<Named.BuiltIn>;",
    "/** The filters of records after a relation. */",
    "type Filters<M> = M extends Pick<Named.Model, 'record' | 'properties'> ? keyof PropertyFilters<M> | Filters<Next<M>> : never;",
    "type Next<M> = M extends { readonly next: infer N } ? N : never;",
    "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;",
    "function same<A, B>(_same: Same<A, B>): void {}",
    "function fits<A extends B, B>(_both?: [A, B]): void {}",
    ...names.map((name) =>
      /(?:Draft|Patch)$/.test(name)
        ? `fits<Named.${name}, Printed.${name}>();`
        : `same<keyof Named.${name}, keyof Printed.${name}>(true);`,
    ),
    ...names
      .filter((name) => !/(?:Draft|Patch|Summary)$/.test(name))
      .flatMap((name) => {
        const singular = name.replaceAll(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
        const [named, printed] = [`Models["${singular}"]`, `Printed.${name}Model`];
        return [
          `same<keyof ${named}["related"], keyof ${printed}["related"]>(true);`,
          `same<Filters<${named}>, Filters<${printed}>>(true);`,
        ];
      }),
  ].join("\n");
}

test("architecture, the client: types prints what compiles like the declarations, for any service; so do the examples", async () => {
  const second = await runCommand(undefined, "types", served.url);
  assert.deepEqual([second.code, second.err], [0, ""]);
  const builtIn = await commandLineOf(spaceMissions)(undefined, "types");
  assert.deepEqual([builtIn.code, builtIn.err], [0, ""]);
  files.write("second.d.ts", second.out);
  files.write("built-in.d.ts", builtIn.out);
  files.write("program.ts", PROGRAM);
  const names = namesIn(builtIn.out);
  assert.ok(names.includes("AstronautMissionsItem") && names.includes("MissionDraft"));
  assert.deepEqual(namesIn(readFileSync(`${root}missions/records.ts`, "utf8")), names);
  files.write("names.ts", comparison(names));
  const documents = PROGRAM_DOCUMENTS.map((document, index) => {
    files.write(`document-${index}.ts`, programOf(document).code);
    return `document-${index}.ts`;
  });
  const compilerOptions = {
    ...{ target: "esnext", module: "nodenext", strict: true, noEmit: true, noUncheckedIndexedAccess: true },
    ...{ allowImportingTsExtensions: true, types: ["node"], typeRoots: [`${root}node_modules/@types`] },
    paths: { "space-missions-api/client": [`${root}client/index.ts`] },
  };
  files.write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions,
      files: ["program.ts", "names.ts", "second.d.ts", "built-in.d.ts", ...documents],
    }),
  );
  files.write("package.json", '{"type":"module"}');
  const { stdout, status } = spawnSync(`${root}node_modules/.bin/tsc`, ["-p", files.path("tsconfig.json")], {
    encoding: "utf8",
  });
  assert.deepEqual([stdout, status], ["", 0]);
});

/** Resources whose records have the names that types of another one have. */
const about = "For this test.";
const teams = collection("teams", { one: "team", about, fields: { name: text().required().listed() } });
const COLLIDING = [
  teams,
  collection("players", { one: "player", of: teams, about, fields: { shirt: integer().listed() } }),
  ...["team_draft", "team_summary", "below_team", "api"].map((one) =>
    collection(`${one.replace("_", "-")}s`, { one, about, fields: { round: integer().listed() } }),
  ),
];

test("docs/client.md: types declares no name twice: one that another type has gets a number", async (t) => {
  const other = await serve(COLLIDING);
  t.after(() => other.stop());
  const { out } = await runCommand(undefined, "types", other.url);
  const names = Array.from(out.matchAll(/^export (?:type|interface) (\w+)/gm), ([, name]) => name!);
  assert.deepEqual(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
  for (const name of ["TeamDraft", "TeamDraft2", "TeamSummary2", "BelowTeam2", "Api", "Api2Draft"])
    assert.ok(names.includes(name), name);
  assert.match(out, /export interface TeamDraft2 \{\n {2}id: string;\n {2}round: number \| null;/);
  assert.match(out, /team_drafts: client\.Collection<TeamDraft2Model>;/);
});

test("architecture, the client: types refuses a service of another kind", async () => {
  const proxy = await proxyWithMishaps(served.url);
  proxy.next.push({ status: 200, headers: { "content-type": "application/json" }, body: '{"openapi":"3.1.1"}' });
  const { code, err, out } = await runCommand(undefined, "types", proxy.url);
  assert.deepEqual([code, out, /names no resources/.test(err)], [1, "", true], err);
});

test("docs/client.md: a text that is no address is refused by the name of the argument", async () => {
  const { code, err } = await runCommand(undefined, "types", "nonsense");
  assert.deepEqual([code, err], [2, 'error: The address must be http://host:port or https://host, not "nonsense".\n']);
});
