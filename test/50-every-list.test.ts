/** Proves the contract's promises on lists (summaries, filters, sorts, pages, counts) for every list of both domains. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import type { FieldSpec } from "../engine/declare/field-spec.ts";
import type { Property, View } from "../engine/resource/resource.ts";
import { memoize } from "../engine/runtime/memoize.ts";
import { sampleOf } from "./support/campaign.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import {
  COUNT_FILTERS,
  FILTERS,
  filtersOf,
  isSortable,
  SUFFIXES,
  shownNames,
  summaryNames,
} from "./support/domain/declared-behaviour.ts";
import type { CreatedRecord } from "./support/domain/record-factory.ts";
import { type Body, faultsOf, type HttpResponse, serveForFile } from "./support/http/serve.ts";
import { comparable, filterValues, matchesFilter, sortRows, toQueryValue } from "./support/query/expected-lists.ts";
import { assertGroups, type Summary, toSummaryQuery } from "./support/query/grouping-oracle.ts";
import { type Kind, valueAt } from "./support/query/query-oracle.ts";
import { FUNCTIONS as MEASURES, PERIODS } from "./support/query/random-summaries.ts";

/** The kinds of date-times. */
const INSTANT_KINDS: readonly string[] = ["instant", "timestamp"];

/** The oracle's kind of a field. */
function kindIn({ kind }: FieldSpec): Kind {
  if (INSTANT_KINDS.includes(kind)) return "date-time";
  if (kind === "integer" || kind === "decimal") return "number";
  if (kind === "duration") return "number";
  return kind === "enum" || kind === "boolean" || kind === "date" ? kind : "text";
}

/** A filter value for a field that no record has. */
function none({ kind, schema }: FieldSpec): string {
  if (kind === "enum") return (schema.enum as string[])[0]!;
  if (kind === "duration") return "PT1M";
  return INSTANT_KINDS.includes(kind) ? "2001-02-03T04:05:06.000Z" : "None";
}

/** A column of CSV, and its cell for an item. */
interface ExpectedColumn {
  readonly name: string;
  cellOf(item: Body): string;
}

/** One column for each member of a declared object, else one. */
function columnsOf(name: string, schema: FieldSpec["schema"]): ExpectedColumn[] {
  const textOf = (value: unknown): string =>
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  const { properties } = schema as { properties?: Record<string, FieldSpec["schema"]> };
  if (!properties) return [{ name, cellOf: (item) => textOf(valueAt(item, name)) }];
  return Object.entries(properties).flatMap(([member, part]) => columnsOf(`${name}.${member}`, part));
}

/** Whether records show a property, by itself or within an object. */
const isShown = ({ shown, within }: Property): boolean => shown || (within !== undefined && !within.member.elementKey);

for await (const { domainName, served, records } of serveBothDomains()) {
  /** Creates four records of one list, one with its required fields only, and filters the list by them. They only are read. */
  const listOfFour = memoize(async (view: View) => {
    const { resource, role } = view;
    const seen = role === "reverse";
    const side = view.parent?.resource;
    const home = side ? (await records.create(side, "required")).id : "";
    const made: CreatedRecord[] = [];
    for (const extent of ["every", "required", "every", "every"] as const) {
      const other = seen ? { [resource.parentKey!]: (await records.create(resource.parent!, extent)).id } : {};
      made.push(await records.create(resource, extent, { [view.parent?.column ?? ""]: home, ...other }));
    }
    const path = view.path.replace(/\{\w+\}/, home);
    const ids = made.map((each) => (seen ? each.parentId : each.id));
    return { made, ids, path, narrowed: `${path}?id_in=${ids.join(",")}` };
  });
  const idsIn = (view: View, answer: HttpResponse): string[] => {
    assert.equal(answer.status, 200, answer.text);
    return answer.body[view.plural].map((item: Body) => item.id);
  };
  const allOf = async (view: View, narrowed: string): Promise<Body[]> =>
    (await served.get(`${narrowed}&fields=*&limit=100`)).body[view.plural];
  /** All records, with the values within objects by path. */
  const flatOf = async (view: View, narrowed: string): Promise<Body[]> => {
    const members = [...view.properties.values()].filter(({ within }) => within).map(({ name }) => name);
    const rows = await allOf(view, narrowed);
    return rows.map((row) => ({ ...row, ...Object.fromEntries(members.map((name) => [name, valueAt(row, name)])) }));
  };

  for (const view of served.catalog.views.filter(({ resource }) => resource.kind !== "single")) {
    const { resource, role, unpaged } = view;
    const each = (promise: string, prove: () => Promise<void>) =>
      test(`§4.5: ${domainName}, ${view.path}: ${promise}`, prove);

    each("a list shows the summary of every record and nothing else", async () => {
      const { made, ids, path, narrowed } = await listOfFour(view);
      const { body } = await served.get(narrowed);
      assert.deepEqual(idsIn(view, await served.get(narrowed)), ids.toSorted());
      for (const item of body[view.plural]) {
        assert.deepEqual(Object.keys(item).sort(), summaryNames(view));
        const full = made.find((each) => (role === "reverse" ? each.parentId : each.id) === item.id)!;
        if (role === "reverse") continue;
        for (const [name, value] of Object.entries(item))
          if (name !== "_links") assert.deepEqual(value, full.body[name]);
        assert.equal(item._links.self, full.path);
      }
      const numbers = [body.page, body.limit, body.total_count];
      assert.deepEqual(numbers, unpaged ? [undefined, undefined, 4] : [1, 20, 4]);
      assert.equal(body._links.self, unpaged ? narrowed : `${narrowed}&page=1`);
      if (view.parent) assert.deepEqual(idsIn(view, await served.get(path)), ids.toSorted(), "without a filter");
    });

    each("fields=* shows each item as its own path does", async () => {
      const { made, narrowed } = await listOfFour(view);
      for (const item of await allOf(view, narrowed)) {
        const names = role === "reverse" ? summaryNames(view) : shownNames(resource);
        assert.deepEqual(Object.keys(item).sort(), names);
        const own = made.find((each) => each.id === item.id);
        if (own) assert.deepEqual(item, (await served.get(own.path)).body);
      }
    });

    each("pages, followed by their links, make up the whole list", async () => {
      const { ids, narrowed } = await listOfFour(view);
      const first = await served.get(`${narrowed}&limit=3`);
      const { body: second } = await served.get(first.body._links.next);
      assert.deepEqual(
        [first.body, second].flatMap((body) => body[view.plural].map((item: Body) => item.id)),
        ids.toSorted(),
      );
      const at = (page: number) => `${narrowed}&limit=3&page=${page}`;
      const links = (body: Body) => [
        body._links.self,
        body._links.prev,
        body._links.next,
        body._links.first,
        body._links.last,
      ];
      assert.deepEqual(links(first.body), [at(1), undefined, at(2), at(1), at(2)]);
      assert.deepEqual(links(second), [at(2), at(1), undefined, at(1), at(2)]);
      assert.ok(first.headers.get("link")!.includes(`<${at(2)}>; rel="next"`));
      const beyond = await served.get(at(9));
      assert.deepEqual([idsIn(view, beyond), beyond.body.total_count, beyond.body._links.prev], [[], 4, at(2)]);
    });

    each("exports have every field of the whole list, as CSV and NDJSON", async () => {
      const { narrowed } = await listOfFour(view);
      const query = `${narrowed}&sort=id:desc`;
      const { body } = await served.get(`${query}&fields=*&limit=100`);
      const items: Body[] = body[view.plural];
      const ndjson = await served.get(`${query}&format=ndjson`);
      assert.equal(ndjson.text, items.map((item) => `${JSON.stringify(item)}\n`).join(""));
      const csv = await served.get(query, { headers: { accept: "text/csv" } });
      const [names, ...lines] = parse(csv.text, { record_delimiter: "\r\n" });
      const columns = [...view.properties.values()]
        .filter(({ shown }) => shown)
        .flatMap(({ name, spec }) => columnsOf(name, spec.schema));
      assert.deepEqual(
        names,
        columns.map(({ name }) => name),
      );
      assert.equal(names![0], "id");
      assert.deepEqual(
        lines,
        items.map((item) => columns.map(({ cellOf }) => cellOf(item))),
      );
    });

    each("cursor pages make up the whole list, in the orders of every field", async () => {
      const { narrowed } = await listOfFour(view);
      const rows = await flatOf(view, narrowed);
      for (const [place, { name, spec }] of [...view.properties.values()].filter(isShown).entries()) {
        if (!isSortable(spec)) continue;
        for (const descending of sampleOf([false, true], 2, place)) {
          const ids: string[] = [];
          const first = `${narrowed}&sort=${name}:${descending ? "desc" : "asc"}&limit=1&cursor=`;
          for (let next: string | undefined = first; next; ) {
            const answer = await served.get(next);
            ids.push(...idsIn(view, answer));
            next = answer.body._links.next;
          }
          assert.deepEqual(
            ids,
            sortRows(rows, name, spec.kind, descending).map((row) => row.id),
            first,
          );
        }
      }
    });

    each("every field has the filters of its kind, and no other", async () => {
      const { narrowed, path } = await listOfFour(view);
      const rows = await flatOf(view, narrowed);
      for (const { name, spec } of [...view.properties.values()].filter(isShown)) {
        const fitting = name === "allowed_transitions" ? [] : filtersOf(spec);
        const known = rows.map((row) => row[name]).filter((value) => value !== null);
        for (const suffix of fitting) {
          const given =
            suffix === "_exists" ? [false] : filterValues(spec.kind, suffix, known.length > 0 ? known : [none(spec)]);
          const compared = (value: Body) => comparable(spec.kind, value);
          const expected = rows
            .filter((row) =>
              matchesFilter(compared(row[name]), suffix, suffix === "_exists" ? given : given.map(compared)),
            )
            .map((row) => row.id);
          const filterValue =
            suffix === "_exists"
              ? "false"
              : INSTANT_KINDS.includes(spec.kind)
                ? encodeURIComponent(given.join(","))
                : toQueryValue(suffix, given);
          const filter = `${name}${suffix}=${filterValue}`;
          const url = filter.startsWith("id_in=") ? `${path}?${filter}` : `${narrowed}&${filter}`;
          assert.deepEqual(idsIn(view, await served.get(url)), expected, filter);
          if (suffix === "")
            assert.deepEqual(
              idsIn(view, await served.get(`${narrowed}&filter=${name}:${filterValue}`)),
              expected,
              `filter=${name}`,
            );
        }
        const others = SUFFIXES.filter((suffix) => !fitting.includes(suffix));
        for (const parameter of others.map((suffix) => `${name}${suffix}`)) {
          const answer = await served.get(`${narrowed}&${parameter}=1`);
          assert.deepEqual([answer.status, faultsOf(answer)], [400, [[parameter, "unknown_parameter"]]], parameter);
        }
      }
    });

    each(
      "every field that can be filtered is one to group by, except long texts; numbers and times are measured",
      async () => {
        const { narrowed, path } = await listOfFour(view);
        const rows = await flatOf(view, narrowed);
        for (const [place, { name, spec }] of [...view.properties.values()].filter(isShown).entries()) {
          const kind = spec.kind === "serial" ? "text" : kindIn(spec);
          const isLong = Number(spec.schema.maxLength ?? 0) > 500 && spec.kind === "text";
          if (!isSortable(spec) || isLong) {
            const answer = await served.get(`${path}?group_by=${name}`);
            assert.deepEqual([answer.status, faultsOf(answer)], [400, [["group_by", "invalid_value"]]], name);
            continue;
          }
          // The average of durations is in whole seconds, and has a test of its own (10-fields-durations).
          const measures = (MEASURES[kind] ?? []).filter((each) => spec.kind !== "duration" || each !== "avg");
          /** The durations of the field in seconds, in records and groups. */
          const inSeconds = (records: readonly Body[]): Body[] =>
            spec.kind !== "duration"
              ? [...records]
              : records.map((each) => {
                  const members = [name, ...measures.map((measure) => `${name}_${measure}`)].filter(
                    (key) => key in each,
                  );
                  return {
                    ...each,
                    ...Object.fromEntries(members.map((key) => [key, comparable(spec.kind, each[key])])),
                  };
                });
          const summary: Summary = {
            keys: [{ field: name, period: undefined }],
            measures: measures.map((measure) => ({ name: measure, field: name })),
            sorts: [{ name: "count", descending: true }],
          };
          const { status, body, text } = await served.get(`${narrowed}&${toSummaryQuery(summary)}`);
          assert.equal(status, 200, text);
          assertGroups(inSeconds(body.groups), summary, { [name]: kind }, inSeconds(rows));
          for (const period of sampleOf(PERIODS[kind] ?? [], 3, place)) {
            const byPeriod = { ...summary, keys: [{ field: name, period }] };
            const answer = await served.get(`${narrowed}&${toSummaryQuery(byPeriod)}`);
            assertGroups(answer.body.groups, byPeriod, { [name]: kind }, rows);
          }
        }
      },
    );

    each("search finds the words of every text, and of nothing else", async () => {
      const { narrowed } = await listOfFour(view);
      const rows = await allOf(view, narrowed);
      const shown = [...view.properties.values()].filter((each) => each.shown);
      const texts = shown.filter(({ spec, filterable }) => spec.kind === "text" && filterable).map(({ name }) => name);
      const found = async (words: string) =>
        idsIn(view, await served.get(`${narrowed}&search=${encodeURIComponent(words)}`));
      const expected = (words: readonly string[]) =>
        rows
          .filter((row) => words.every((word) => texts.some((name) => matchesFilter(row[name], "_contains", [word]))))
          .map(({ id }) => id);
      const wordsIn = (value: unknown) => (typeof value === "string" ? (value.match(/[\p{L}\p{N}]+/gu) ?? []) : []);
      for (const { name } of shown) {
        // Parts of the words, the last one first, with symbols between them.
        const words = rows.flatMap((row) => wordsIn(row[name]).map((word) => word.slice(0, 9).toUpperCase()));
        if (words.length === 0) continue;
        const chosen = [words.at(-1)!, words[0]!];
        assert.deepEqual(await found(chosen.join(" - ")), expected(chosen), `${name}: ${chosen}`);
      }
      assert.deepEqual(await found("nowhere"), []);
      assert.deepEqual(await found("%"), []);
    });

    each("every field sorts in both orders, missing values first; arrays and objects do not", async () => {
      const { narrowed } = await listOfFour(view);
      const rows = await allOf(view, narrowed);
      for (const { name, spec, shown } of view.properties.values()) {
        if (!shown) continue;
        if (!isSortable(spec)) {
          const answer = await served.get(`${narrowed}&sort_by=${name}`);
          assert.deepEqual([answer.status, faultsOf(answer)], [400, [["sort_by", "invalid_value"]]], name);
          continue;
        }
        const [up, down] = [false, true]
          .map((descending) => sortRows(rows, name, spec.kind, descending))
          .map((order) => order.map((row) => row.id));
        assert.deepEqual(idsIn(view, await served.get(`${narrowed}&sort_by=${name}`)), up, `${name} asc`);
        assert.deepEqual(idsIn(view, await served.get(`${narrowed}&sort_by=${name}&order=DESC`)), down, `${name} desc`);
        assert.deepEqual(idsIn(view, await served.get(`${narrowed}&sort=${name}:desc`)), down, `sort=${name}:desc`);
      }
    });
  }

  for (const resource of served.catalog.resources) {
    for (const { column, child, foreignKey } of resource.childCounts) {
      test(`§2.14: ${domainName}, ${resource.name}: ${column} follows creations and deletions, filters and sorts`, async () => {
        const view = resource.views[0]!;
        const few = await records.create(resource, "required");
        const many = await records.create(
          resource,
          "required",
          resource.parent ? { [resource.parentKey!]: few.parentId } : {},
        );
        const both = `${few.listPath}?id_in=${few.id},${many.id}`;
        const asks = async (query: string, ids: string[]) =>
          assert.deepEqual(idsIn(view, await served.get(`${both}&${query}`)), ids, query);
        const counts = async (count: number) => {
          await asks(`${column}=${count}`, count === 0 ? [few.id, many.id].sort() : [many.id]);
          await asks(`${column}_max=0`, count === 0 ? [few.id, many.id].sort() : [few.id]);
          await asks(`${column}_min=1`, count === 0 ? [] : [many.id]);
          const shown = [...resource.fields].find(([, spec]) => spec.count === child.name)?.[0];
          if (shown) assert.equal((await served.get(many.path)).body[shown], count);
        };
        await counts(0);
        const made = [
          await records.create(child, "every", { [foreignKey]: many.id }),
          await records.create(child, "required", { [foreignKey]: many.id }),
        ];
        await counts(2);
        await asks(`sort=${column}`, [few.id, many.id]);
        await asks(`sort=${column}:desc`, [many.id, few.id]);
        for (const { path } of made) assert.equal((await served.delete(path)).status, 204);
        await counts(0);
        const shown = view.properties.get(column)!.shown;
        const unknown = SUFFIXES.filter((suffix) => !(shown ? FILTERS.integer : COUNT_FILTERS).includes(suffix));
        for (const suffix of unknown)
          assert.equal((await served.get(`${both}&${column}${suffix}=1`)).status, 400, suffix);
      });
    }
  }
}

test("§2.14: sub-collections, crews, vehicles and references are counted; never private ones", async () => {
  const { catalog } = await serveForFile();
  const counted = catalog.resources.map(({ name, childCounts }) => [
    name,
    childCounts.map(({ column }) => column).sort(),
  ]);
  assert.deepEqual(Object.fromEntries(counted.filter(([, columns]) => columns!.length > 0)), {
    missions: ["astronaut_count", "objective_count", "sample_count", "spacecraft_count"],
    astronauts: ["mission_count", "training_count"],
    planets: ["moon_count"],
    spacecraft: ["mission_count"],
  });
});
