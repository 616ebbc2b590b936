/** Texts: one line, several, and addresses. */

import { Fragment } from "react";
import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useName } from "../../description/use-name.ts";
import type { Data } from "../../requests/queries.ts";

/** Words that are written as one, as parameters and roles often are. */
const JOINED = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

/**
 * A text; `lunar_module_pilot` as words. If a link of the record has the same name, the text leads there, and has the
 * name of the record there if it is its id.
 */
export function Text({
  field,
  record,
  value,
  short = false,
}: {
  readonly field: Field;
  readonly record: Data;
  readonly value: string;
  readonly short?: boolean;
}) {
  const text = textOf(value);
  const path = record._links?.[field.name];
  if (typeof path !== "string") return <bdi title={text === value ? undefined : value}>{text}</bdi>;
  const isId = path.endsWith(`/${encodeURIComponent(value)}`);
  return isId && !short ? <Named path={path} id={value} /> : <Link to={pageOf(path)}>{text}</Link>;
}

/** A link to a record by its name. */
function Named({ path, id }: { readonly path: string; readonly id: string }) {
  return <Link to={pageOf(path)}>{useName(path) ?? id}</Link>;
}

/** Writes a text as people read it. */
export function textOf(value: string): string {
  return JOINED.test(value) ? words(value) : value;
}

/** Returns whether values of a field are words that can stand for a record; as such they lead nowhere else. */
export function isNamed({ kind }: Field): boolean {
  return kind === "text" || kind === "id" || kind === "uri" || kind === "reference";
}

/** A long text, with its line breaks. */
export function Prose({ value }: { readonly value: string }) {
  return (
    <p className="prose" dir="auto">
      {value}
    </p>
  );
}

/** An address; a link only if it leads to the web. */
export function Uri({ value }: { readonly value: string }) {
  return /^https?:\/\//i.test(value) ? (
    <a href={value} rel="noreferrer">
      {value}
    </a>
  ) : (
    value
  );
}

/** Several texts, one after another. */
export function Texts({ values }: { readonly values: readonly string[] }) {
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no identity
    <Fragment key={index}>
      {index > 0 && ", "}
      <bdi>{textOf(value)}</bdi>
    </Fragment>
  ));
}
