/** The id of a record that is numbered: its integer key in 16 digits. */
import { keyOfSerialId, MAX_KEY, SERIAL_ID, serialId } from "../declare/values.ts";
import type { KindSpec } from "./kind.ts";
import { TEXT_QUERY } from "./text.ts";

export const serial = {
  schema: { type: "string", pattern: SERIAL_ID.source },
  column: "text",
  stored: {
    // No record has the key null.
    encode: (value) => keyOfSerialId(value as string) ?? null,
    decode: (stored) => serialId(Number(stored)),
  },
  query: { ...TEXT_QUERY, isKey: (value) => Number.isSafeInteger(value) && Number(value) <= MAX_KEY },
} satisfies KindSpec;
