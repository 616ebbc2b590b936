/** Every kind of field. To add one, write its file and add it here; the compiler asks for the rest. */
import type { Field, Kind } from "../../../../kit/description/model.ts";
import { boolean } from "./boolean.ts";
import { date } from "./date.ts";
import { duration } from "./duration.ts";
import { id } from "./id.ts";
import { instant } from "./instant.ts";
import { json } from "./json.ts";
import type { KindSpec } from "./kind.ts";
import { multiline } from "./multiline.ts";
import { number } from "./number.ts";
import { object } from "./object.ts";
import { objects } from "./objects.ts";
import { reference } from "./reference.ts";
import { text } from "./text.ts";
import { texts } from "./texts.ts";
import { uri } from "./uri.ts";
import { word } from "./word.ts";

const KINDS: Readonly<Record<Kind, KindSpec>> = {
  id,
  text,
  multiline,
  uri,
  integer: number,
  decimal: number,
  boolean,
  date,
  instant,
  duration,
  enum: word,
  lifecycle: word,
  reference,
  texts,
  objects,
  object,
  json,
};

/** Returns what the kind of a field says of its values. */
export function specOf({ kind }: Pick<Field, "kind">): KindSpec {
  return KINDS[kind];
}
