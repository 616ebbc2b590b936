/** The fields that callers may send, read off the schema of a request's body; and which of a record's values people wrote. */
import { bodySchema, resolve } from "./document.ts";
import { type FieldContext, fieldsOf } from "./fields.ts";
import type { Field, View, WritableField } from "./model.ts";
import type { Operation } from "./openapi.ts";
import type { Schema } from "./schema.ts";

/**
 * Returns the fields of new records, and those that a change may name.
 * @param known the fields of a complete record; `idName` is that of its id in paths, `hasId` whether a new record may
 * have one
 */
export function writableOf(
  operations: { readonly create: Operation | undefined; readonly update: Operation | undefined },
  known: { readonly fields: readonly Field[]; readonly idName: string | undefined; readonly hasId: boolean },
  context: FieldContext,
): View["writable"] {
  const create = withFieldNames(
    writableFields(operations.create, known.fields, context).filter(({ kind }) => kind !== "id" || known.hasId),
  );
  const required = new Set(create.filter((field) => field.required).map(({ name }) => name));
  // The schema of a patch requires nothing.
  const update = writableFields(operations.update, known.fields, context)
    .filter(({ name }) => name !== "id" && name !== known.idName)
    .map((field) => ({ ...field, required: required.has(field.name) }));
  return { create, update: withFieldNames(update) };
}

/** Gives the names of the fields to the elements of arrays that hold such names. */
function withFieldNames(fields: readonly WritableField[]): WritableField[] {
  const named = fields.filter(({ kind, schema }) => kind !== "id" && !schema["x-element-key"]);
  const choices = named.map(({ name }) => name);
  return fields.map((field) => {
    const { fieldsIn } = field.schema["x-element-key"] ?? {};
    if (fieldsIn === undefined) return field;
    const withChoices = (part: WritableField): WritableField => {
      const items = { ...part.schema.items, enum: choices };
      return { ...part, choices, schema: { ...part.schema, items } };
    };
    return { ...field, fields: field.fields.map((part) => (part.name === fieldsIn ? withChoices(part) : part)) };
  });
}

/**
 * Returns the fields of the body of a request. Each is described as in responses, with the constraints of requests.
 * @param known the fields of a complete record
 */
function writableFields(
  operation: Operation | undefined,
  known: readonly Field[],
  context: FieldContext,
): WritableField[] {
  const schema = bodySchema(context.document, operation);
  return schema ? writableIn(schema, known, context) : [];
}

function writableIn(body: Schema, known: readonly Field[], context: FieldContext): WritableField[] {
  return fieldsOf(body, context)
    .filter(({ schema }) => schema.readOnly !== true)
    .map((sent) => {
      const field = known.find(({ name }) => name === sent.name) ?? sent;
      const schema = { ...field.schema, ...sent.schema };
      const part = sent.kind === "objects" ? resolve(context.document, sent.schema.items!) : sent.schema;
      return {
        ...field,
        derived: false,
        // Null would be the default again, which a box says as well.
        nullable: sent.nullable && (field.kind !== "boolean" || field.nullable),
        choices: sent.choices,
        schema,
        required: body.required?.includes(sent.name) === true,
        initial: schema.default,
        precisions: known.find(({ name }) => name === field.precision)?.values ?? [],
        fields: sent.fields.length === 0 ? [] : writableIn(part, field.fields, { ...context, relations: [] }),
      };
    });
}

/**
 * Returns the values of a record that people wrote: those that a new one needs to become the same. They are without
 * those that the service sets, and those that other records hold. An absent value is the same as none.
 * @param fields of a new record, or of a change
 */
export function writtenValues<T>(
  fields: readonly WritableField[],
  record: Readonly<Record<string, T>>,
): Record<string, T> {
  const hasValue = (name: string) => (record[name] ?? null) !== null;
  const isWritten = ({ name, schema }: WritableField) =>
    hasValue(name) && schema["x-written-through"] === undefined && !hasValue(schema["x-set-while"] ?? "");
  return Object.fromEntries(fields.filter(isWritten).map(({ name }) => [name, record[name]!]));
}
