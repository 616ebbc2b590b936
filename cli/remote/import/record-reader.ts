/** Makes a record from a row: columns become fields, texts become values, and all faults are reported. */
import type { Schema } from "../../../engine/declare/schema.ts";
import { ID, type Json, type Values } from "../../../engine/declare/values.ts";
import { invalidId } from "../../../engine/resource/messages.ts";
import { faultsInValue } from "../../../engine/resource/validation.ts";
import type { Row } from "../rows/row.ts";
import type { Address } from "../service/address.ts";
import { draftOf, keyOf } from "./draft.ts";
import type { Mapping, Target } from "./mapping.ts";
import { convertCell } from "./values.ts";

/** How a record is written: created, created or replaced, or changed in part. */
export const IMPORT_MODES = ["create", "upsert", "patch"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** A record to write, and where. */
export interface AddressedRecord {
  /** The path of its list, or of the one-to-one. */
  readonly path: string;
  /** The end of its own path; undefined if the service gives it an id, and for a one-to-one. */
  readonly id: string | undefined;
  readonly record: Values;
}

/** Reads rows for one address. */
export class RecordReader {
  private readonly address: Address;
  private readonly mapping: Mapping;
  private readonly mode: ImportMode;
  private readonly isText: boolean;
  private readonly schema: Schema;
  /** The fields whose members have columns of their own. */
  private readonly objects: readonly string[];

  /** @param isText whether all values are texts, as in CSV */
  constructor(address: Address, mapping: Mapping, mode: ImportMode, isText: boolean) {
    const draft = draftOf(address.view);
    this.address = address;
    this.mapping = mapping;
    this.mode = mode;
    this.isText = isText;
    this.objects = Object.keys(draft.properties).filter((name) => draft.properties[name]!.properties !== undefined);
    this.schema = mode === "patch" ? { ...draft, required: [] } : draft;
  }

  /** The fields and variables that every record needs. */
  get needed(): readonly string[] {
    const { view, variables } = this.address;
    const key = this.mode === "create" ? [] : (keyOf(view) ?? []);
    return [...new Set([this.schema.required as string[], key, variables].flat())];
  }

  /** @returns the record, or messages about what is wrong with it */
  read(row: Row): { readonly record: AddressedRecord } | { readonly faults: readonly string[] } {
    if (row.fault !== undefined) return { faults: [row.fault] };
    const draft = new Draft();
    for (const [column, value] of Object.entries(row.values))
      draft.put(this.mapping.targetOf(column), value, this.isText, column);
    const cells = (column: string): string => textOf(row.values[column]);
    for (const { target, template } of this.mapping.sets) draft.put(target, template.fill(cells), true);
    return this.finish(draft);
  }

  private finish({ record, variables, faults }: Draft): ReturnType<RecordReader["read"]> {
    const { view, path, variables: needed } = this.address;
    for (const { name, schema } of view.writable.create)
      if ((record[schema["x-set-while"] ?? ""] ?? null) !== null) delete record[name];
    for (const name of this.isText ? this.objects : [])
      if (record[name] !== undefined) record[name] = emptied(record[name]);
    const key = keyOf(view);
    if (key !== undefined && record[key] === null) delete record[key];
    const { absent } = this.mapping;
    for (const name of needed.filter((each) => !absent.has(each)))
      faults.push(...faultsInVariable(name, variables[name] ?? ""));
    const id = key === undefined ? undefined : (record[key] as string | undefined);
    if (key !== undefined && id === undefined && this.mode !== "create" && !absent.has(key))
      faults.push(`${key} is required, because --mode ${this.mode} writes records by their ids.`);
    for (const { pointer = "", message } of faultsInValue(this.schema, record, "")) {
      const name = pointer.slice(1).replaceAll("/", ".");
      if (absent.has(name)) continue;
      faults.push(message.startsWith(`${name} `) ? message : `${name}: ${message}`);
    }
    if (faults.length > 0) return { faults };
    const list = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]!);
    return { record: { path: list, id, record } };
  }
}

/** The values of one row, each in its place in the record. */
class Draft {
  readonly record: Values = {};
  readonly variables: Record<string, string> = {};
  readonly faults: string[] = [];

  /** @param column the column from which the value comes, if it is not made by a template */
  put(target: Target, value: Json, isText: boolean, column?: string): void {
    if (target.to === "nothing") return;
    if (target.to === "variable") {
      this.putVariable(target, textOf(value));
      return;
    }
    const name = target.path.join(".");
    const converted = isText ? convertCell(value as string, target.schema) : { value };
    if ("fault" in converted) {
      this.faults.push(
        `${column === undefined || column === name ? name : `${name} (column ${JSON.stringify(column)})`}: ${converted.fault}`,
      );
      return;
    }
    this.putField(target.path, converted.value);
  }

  private putVariable({ name, fixed }: Extract<Target, { to: "variable" }>, value: string): void {
    if (fixed === undefined) this.variables[name] = value;
    else if (value !== "" && value !== fixed)
      this.faults.push(`${name} is ${JSON.stringify(value)}, but the path says ${fixed}.`);
  }

  /** An object whose members are all empty is no object. */
  private putField(path: readonly string[], value: Json): void {
    const [name = "", member] = path;
    if (member === undefined) this.record[name] = value;
    else this.record[name] = withMember((this.record[name] ?? {}) as Values, path.slice(1), value);
  }
}

function withMember(object: Values, [name = "", ...rest]: readonly string[], value: Json): Values {
  return { ...object, [name]: rest.length === 0 ? value : withMember((object[name] ?? {}) as Values, rest, value) };
}

/** Objects without any value become null. */
function emptied(value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, emptied(member)] as const);
  return members.every(([, member]) => member === null) ? null : Object.fromEntries(members);
}

function faultsInVariable(name: string, value: string): string[] {
  if (value === "") return [`${name}: the path needs an id, and the row has none.`];
  return ID.test(value) ? [] : [`${name}: ${invalidId(value)}`];
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
