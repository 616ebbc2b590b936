/** Rows of NDJSON, and of a JSON array. */
import { isOwnName, type Row, type Table, UnreadableFile } from "./table.ts";

/** Reads a JSON object per line. */
export function readNdjson(text: string): Pick<Table, "columns" | "rows"> {
  const rows = text.split("\n").flatMap((line, index): Row[] => {
    if (line.trim() === "") return [];
    const place = `line ${index + 1}`;
    try {
      return [rowOf(JSON.parse(line), place)];
    } catch (error) {
      return [{ place, values: {}, surplus: [line], fault: `This is not JSON: ${(error as Error).message}` }];
    }
  });
  return { columns: columnsOf(rows), rows };
}

/** Reads a JSON array of objects. @throws UnreadableFile */
export function readJson(text: string): Pick<Table, "columns" | "rows"> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(`This is not JSON: ${(error as Error).message}`);
  }
  const items = itemsIn(value);
  if (!items) throw new UnreadableFile("A JSON array of objects is required.");
  const rows = items.map((item, index) => rowOf(item, `item ${index + 1}`));
  return { columns: columnsOf(rows), rows };
}

/** Returns an array, or the only one in an object: responses of the API have their records in one. */
function itemsIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const arrays = Object.values(value ?? {}).filter(Array.isArray);
  return arrays.length === 1 ? arrays[0] : undefined;
}

function rowOf(value: unknown, place: string): Row {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return { place, values: value as Row["values"] };
  return { place, values: {}, fault: "A JSON object is required." };
}

/** Returns all names in the order in which they occur. */
function columnsOf(rows: readonly Row[]): string[] {
  const names = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  return [...names].filter((name) => !isOwnName(name));
}
