/** `get <path>`: shows a record or a list as text or JSON. */
import type { Command } from "commander";
import { type Answer, type Connection, Invalid } from "../../client/index.ts";
import { apiPath } from "../console/api-path.ts";
import { addConnectionOptions, type ConnectionOptions, connectTo } from "../console/connection.ts";
import { UsageError } from "../console/exit-codes.ts";
import { addListOptions, type ListOptions, listQueryOf } from "../console/list-options.ts";
import { lineWidth, print, say } from "../console/output.ts";
import { fit, formatCount, formatValue, widthOf } from "../console/text.ts";
import { type Item, type ListBody, listIn } from "./get/body.ts";
import { Table } from "./get/table.ts";

interface GetOptions extends ConnectionOptions, ListOptions {
  readonly include?: string;
  readonly all?: true;
  readonly json?: true;
}

async function runGet(given: string, options: GetOptions): Promise<void> {
  const path = apiPath(given);
  const { include, all, json } = options;
  const query = { ...listQueryOf(options), ...(include ? { include } : {}) };
  const api = connectTo(options);
  const { body } = await (all ? readFirst(api, path, query) : api.send("GET", path, { query }));
  const list = typeof body === "object" ? listIn(body) : undefined;
  if (all && !list) throw new UsageError(`${path} is not a list; --all is for lists.`);
  if (all && json) return printArray(pagesOf(api, list!));
  if (typeof body !== "object") print(String(body ?? ""));
  else if (json) print(JSON.stringify(body, undefined, 2));
  else if (list) await printTable(all ? pagesOf(api, list) : [list]);
  else printRecord(body);
}

/** Reads the first page as a cursor's, and large; without what the service refuses, such as of a list that has no pages. */
async function readFirst(api: Connection, path: string, query: Readonly<Record<string, string>>): Promise<Answer> {
  const wanted: Record<string, string> = { cursor: "", limit: "100" };
  try {
    return await api.send("GET", path, { query: { ...wanted, ...query } });
  } catch (error) {
    const refused = error instanceof Invalid ? error.errors.map(({ parameter = "" }) => parameter) : [];
    if (refused.length === 0 || refused.some((name) => wanted[name] === undefined || name in query)) throw error;
    const rest = Object.entries(wanted).filter(([name]) => !refused.includes(name));
    return api.send("GET", path, { query: { ...Object.fromEntries(rest), ...query } });
  }
}

/** A list and the pages after it. */
async function* pagesOf(api: Connection, first: ListBody): AsyncGenerator<ListBody, void, undefined> {
  let page: ListBody | undefined = first;
  while (page) {
    yield page;
    page = page.next === undefined ? undefined : listIn((await api.send("GET", page.next)).body);
  }
}

/** One JSON array, an item on each line. */
async function printArray(pages: AsyncIterable<ListBody>): Promise<void> {
  let before = "[\n";
  for await (const { items } of pages)
    for (const item of items) {
      print(before + JSON.stringify(item));
      before = ",";
    }
  print(before === "," ? "]" : "[]");
}

async function printTable(pages: AsyncIterable<ListBody> | Iterable<ListBody>): Promise<void> {
  let [table, count]: [Table | undefined, number] = [undefined, 0];
  for await (const { items, total, next } of pages) {
    if (!table) {
      if (items.length === 0) return say("The list is empty.");
      table = new Table(items, lineWidth());
      print(table.heading);
    }
    for (const item of items) print(table.format(item));
    count += items.length;
    if (total !== undefined && next !== undefined)
      say(`Showing ${formatCount(count)} of ${formatCount(total)}. Use --all for all, or --filter limit=100 for more.`);
  }
  const { hidden = [] } = table ?? {};
  if (hidden.length > 0) say(`Not shown: ${hidden.join(", ")}. --fields chooses the columns.`);
}

/** One line for each field; then the links. */
function printRecord({ _links: links, _embedded: embedded, ...fields }: Item): void {
  const entries = [...Object.entries(fields), ...Object.entries({ ...(embedded as object), ...(links as object) })];
  const width = Math.max(0, ...entries.map(([name]) => widthOf(formatValue(name))));
  const printMember = ([name, value]: [string, unknown]): void =>
    print(`${fit(formatValue(name), width)}  ${formatValue(value)}`.trimEnd());
  for (const field of Object.entries(fields)) printMember(field);
  for (const [title, members] of [
    ["Embedded", embedded],
    ["Links", links],
  ] as const) {
    if (!members) continue;
    print(`\n${title}`);
    for (const member of Object.entries(members as object)) printMember(member);
  }
}

/** Adds the command to the command line. */
export function addGet(program: Command): void {
  const command = program
    .command("get")
    .description("Shows a record or a list, as text or JSON.")
    .argument("<path>", "as in the API reference, with or without /api/")
    .option("--include <relations>", "related records to show with it, separated by commas")
    .option("--all", "all pages of a list")
    .option("--json", "print JSON: the body as it is; with --all, one array");
  addListOptions(command);
  addConnectionOptions(command).action(runGet);
}
