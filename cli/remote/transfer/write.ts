/** Requests that store rows of a file. */
import type { Values } from "../../../engine/declare/values.ts";

/** A row of the file with the record that it became. */
export interface RowRecord {
  /** Its place among the rows, from 1. */
  readonly number: number;
  readonly line: number;
  readonly record: Values;
  /** The record's own path; undefined if the service gives it an id. */
  readonly path: string | undefined;
}

/** One request. */
export interface Write {
  readonly method: "POST" | "PUT" | "PATCH";
  /** Of the list for POST, of the record otherwise. */
  readonly path: string;
  /** More than one only if `isArray`. */
  readonly rows: readonly RowRecord[];
  /** Whether the body is an array of records. */
  readonly isArray: boolean;
  readonly ifExists: IfExists;
}

/** What happens to a row whose record exists already: it is refused, it replaces or changes the record, or it is left out. */
export type IfExists = "refuse" | "write" | "leave";
