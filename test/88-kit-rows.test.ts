/** Proves how the rows of files are read: the same in the command line and in the explorer (docs/cli.md, docs/explorer.md, import). */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { matchColumns } from "../kit/import/columns.ts";
import { parseTemplate } from "../kit/import/template.ts";
import { columnsOf, type FileOptions, readRows } from "../kit/rows/read.ts";
import type { Row } from "../kit/rows/row.ts";

/** A file in pieces of a size. */
async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What a file holds, or where and why it cannot be read. */
async function read(content: string | Uint8Array, options: Partial<FileOptions> = {}, size = Number.MAX_SAFE_INTEGER) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const rows: Row[] = [];
  const file = await readRows(piecesOf(bytes, size), { name: "table.csv", ...options });
  for await (const row of file.rows) rows.push(row);
  return { format: file.format, columns: file.columns ?? (await columnsOf(rows)), rows };
}

test("import: CSV is read as spreadsheets write it, and says where it is broken", async () => {
  const { columns, rows, format } = await read('\ufeff id ;"a;b"\r\nx;"two\nlines"\r\n;\r\ny;z;1\r\n');
  assert.deepEqual([format, columns], ["csv", ["id", "a;b"]]);
  assert.deepEqual(rows, [
    { number: 1, line: 2, place: "line 2", values: { id: "x", "a;b": "two\nlines" } },
    {
      ...{ number: 2, line: 5, place: "line 5", values: { id: "y", "a;b": "z" }, surplus: ["1"] },
      fault: "It has 3 cells, but the first row names 2 columns. Quote cells that contain the separator.",
    },
  ]);
  for (const text of [
    "sep=|\r\nid|name\r\nx|y",
    "\n,\nid,name,,\nx,y,,",
    "id\tname\nx\ty\t",
    "id,name,_row\rx,y,3\r",
    "SEP=;\rid;name\rx;y\r",
    '"sep=;"\r\nid;name\r\nx;y',
    ",,,\n;;\n\nid;name\nx;y\n",
    ',,,,\r\n"id"|name\r\nx|y',
  ]) {
    const table = await read(text);
    assert.deepEqual([table.columns, table.rows[0]?.values.id, table.rows[0]?.values.name], [["id", "name"], "x", "y"]);
  }
  for (const end of ["\r", "\r\n", "\n"]) {
    const text = ["id,name", 'x,"two\nlines"', 'y,"""z"""', '"",""', 'z,5" disk'].join(end);
    const { rows: found } = await read(text);
    assert.deepEqual(
      found.map(({ values }) => values.name),
      ["two\nlines", '"z"', '5" disk'],
    );
    const [first] = (await read(['id,"na\nme"', '"x","y"'].join(end))).rows;
    assert.deepEqual(first?.values, { id: "x", "na\nme": "y" });
  }
  assert.deepEqual((await read("id;a,b\nx;y", { separator: "comma" })).columns, ["id;a", "b"]);
  for (const [content, line, message] of [
    ["", 1, /first row must name/],
    ["\nid,id\nx,y\n", 2, /Two columns are named "id"/],
    ['id,name\nx,y\nx,"y\n', 3, /not closed/],
    ['id,name\n"a\nb",y\nx,"y"z"\nq,"r"\n', 4, /must be doubled/],
  ] as const)
    await assert.rejects(read(content), (error: Error & { line: number }) => {
      assert.match(error.message, message);
      return error.line === line;
    });
});

test("import: NDJSON and JSON are read; a broken line is one fault, a broken array ends the file", async () => {
  const lines = await read('{"id":"x","_links":{}}\n\n{"id":\n[1]\n{"name":"y"}', { name: "worlds.ndjson" });
  assert.deepEqual(lines.columns, ["id", "name"]);
  assert.deepEqual(
    lines.rows.map(({ place, fault }) => [place, fault?.slice(0, 12)]),
    [
      ["line 1", undefined],
      ["line 3", "This is not "],
      ["line 4", "A JSON objec"],
      ["line 5", undefined],
    ],
  );
  const array = await read(' [{"id":"x"},\n2]', { name: "worlds" });
  assert.deepEqual(
    [array.format, array.rows[1]?.place, array.rows[1]?.fault],
    ["json", "item 2 (line 2)", "A JSON object is required, not 2."],
  );
  for (const [text, message] of [
    ['[{"id":"x"}', /the file is truncated/],
    ['{"worlds":[{"id":"x"}]', /the file is truncated/],
    ['{"id":"x"}', /A JSON array of objects is required/],
    ['{"worlds":[],"moons":[]}', /exactly one array/],
    ["[1] x", /Unexpected "x"/],
    ['[{"id":"x"}},{"id":"y"},{"id":"z"}]', /Unexpected "}"/],
    ['{"worlds":[{"id":"x"}},{"id":"y"}]}', /Unexpected "}"/],
    ['[{"id":"x"}],{"id":"y"}]', /Unexpected ","/],
    ['{"id":"x","names":[]}', /Write a single record in brackets/],
    ['{"id":"x","names":["a","b"]}', /A JSON array of objects is required.* Write a single record in brackets/],
    ["", /A JSON array of objects is required/],
  ] as const)
    await assert.rejects(read(text, { name: "worlds.json" }), message);
  const response = '{"page":{"of":[1,"]"]},"worlds":[{"id":"x","at":[1]}],"_links":{"next":"[{"}}';
  const { format, rows } = await read(response, { name: "worlds.json" });
  assert.deepEqual([format, rows[0]?.values], ["json", { id: "x", at: [1] }]);
  assert.equal((await read("id,name\nx,y", { name: "named.ndjson" })).format, "csv");
  for (const [name, text, format] of [
    ["worlds.json", "[]", "json"],
    ["worlds.json", " [\n]", "json"],
    ["worlds.ndjson", " \n", "ndjson"],
  ] as const) {
    const empty = await read(text, { name });
    assert.deepEqual([empty.format, empty.rows], [format, []]);
  }
});

test("import: other encodings than UTF-8 are refused, with the line where they begin", async () => {
  const latin2 = Uint8Array.from([...new TextEncoder().encode("id,name\nx,Ł\n"), 0xa3, 0xf3, 0x0a]);
  for (const size of [1_000, 14, 1])
    await assert.rejects(read(latin2, { format: "csv" }, size), (error: Error & { line: number }) => {
      assert.match(error.message, /This is not UTF-8/);
      return error.line === 3;
    });
});

test("import: rows as long as the file take no longer than others", { timeout: 15_000 }, async () => {
  const line = 'row-x,some name, "with" quotes\n';
  const unclosed = `id,name\nx,"abc\n${line.repeat(2 ** 25 / line.length)}`;
  await assert.rejects(read(unclosed, {}, 2 ** 16), /longer than 16 million characters/);
  const name = "x".repeat(2 ** 24 - 20);
  const { rows } = await read(JSON.stringify({ name }), { name: "worlds.ndjson" }, 2 ** 12);
  assert.equal(rows[0]?.values.name, name);
  const long = JSON.stringify({ name: "x".repeat(2 ** 25) });
  for (const [text, file, message] of [
    [`{}\n${long}\n{}`, "worlds.ndjson", /^The line is longer than 16 million characters/],
    [`[{},\n${long}]`, "worlds.json", /^The item is longer than 16 million characters/],
  ] as const)
    for (const size of [2 ** 16, 2 ** 26])
      await assert.rejects(read(text, { name: file }, size), (error: Error & { line: number }) => {
        assert.match(error.message, message);
        return error.line === 2;
      });
});

test("import: a long item is read with regular expressions that are not optimized, as in programs that have many", () => {
  // V8 optimizes none of them any more when all together are large.
  const module = new URL("../kit/rows/json-array.ts", import.meta.url).href;
  const code = `import { splitArray } from ${JSON.stringify(module)};
    async function* pieces() { yield JSON.stringify([{ name: "x".repeat(2 ** 25) }]); }
    try { for await (const { text } of splitArray(pieces())); } catch ({ message }) { console.log(message); }`;
  const flags = ["--no-regexp-optimization", "--input-type=module"];
  const said = execFileSync(process.execPath, [...flags, "--eval", code], { encoding: "utf8" });
  assert.match(said, /^The item is longer than 16 million characters/);
});

test("import: names that every object inherits are names like others", async () => {
  const { columns, rows } = await read("__proto__,constructor,toString\na,b,c\n");
  assert.deepEqual(columns, ["constructor", "toString"]);
  assert.deepEqual(Object.entries(rows[0]!.values), [
    ["__proto__", "a"],
    ["constructor", "b"],
    ["toString", "c"],
  ]);
  assert.deepEqual(matchColumns(columns, [], "id"), { constructor: undefined, toString: undefined });
  assert.throws(() => parseTemplate("{name|constructor}"), /unknown filter "constructor"/i);
  assert.equal((await read('{"id":"x"}', { name: "constructor" })).format, "ndjson");
});

const CELL = fc.oneof(
  fc.constantFrom("", " ", '"', ",", ";", "a\nb", "a\r\nb", "Łódź", "嫦娥"),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);

test("import: CSV that was written is read again as it was, in pieces of any size", async () => {
  const table = fc.array(fc.array(CELL, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 6 });
  const newline = fc.constantFrom("\n", "\r\n");
  await fc.assert(
    fc.asyncProperty(table, newline, fc.integer({ min: 14, max: 40 }), async (cells, end, size) => {
      const quoted = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
      const { rows } = await read(["first,second", ...quoted].join(end), {}, size);
      const kept = cells.filter((row) => row.some((cell) => cell.trim() !== ""));
      assert.deepEqual(
        rows.map(({ values }) => [values.first, values.second]),
        kept,
      );
      assert.deepEqual(
        rows.map(({ line }) => line),
        rows.map(({ number }) => {
          const index = cells.indexOf(kept[number - 1]!);
          return 2 + cells.slice(0, index).reduce((sum, row) => sum + row.join("").split("\n").length, 0);
        }),
      );
    }),
  );
});
