/** Valid values of any declared field, from its JSON Schema; equal seeds give equal values. */
import type { CurrentEnum, FieldSpec } from "../../../engine/declare/field-spec.ts";
import type { Schema } from "../../../engine/declare/schema.ts";
import type { Json } from "../../../engine/declare/values.ts";

/**
 * A valid value of a field.
 * @param position the field's place in its declaration: later dates follow earlier ones, as `end_date` does `launch_date`
 */
export function sampleValue(name: string, { schema }: FieldSpec, seed: number, position: number): Json {
  return valueIn(schema, name, seed, position);
}

// 1 January is the first day of a period of every precision.
const dayAt = (seed: number, position: number) => `${1960 + (seed % 15) + 2 * position}-01-01`;

/** The keywords of field schemas that restrict values. */
interface Keywords extends Schema {
  readonly enum?: readonly Json[];
  readonly currentEnum?: CurrentEnum;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

function valueIn(schema: Keywords, name: string, seed: number, position: number): Json {
  const { currentEnum, enum: words = currentEnum?.values, type, properties, items, format, maxLength = 200 } = schema;
  if (words) return words[seed % words.length]!;
  switch ([type].flat()[0]) {
    case "string":
      if (format === "date") return dayAt(seed, position);
      // In the next century, so that nothing has expired.
      if (format === "date-time")
        return `${dayAt(seed, position).replace("19", "20")}T06:07:08.${String(seed % 1000).padStart(3, "0")}Z`;
      if (format === "duration") return `P${seed % 40}DT${1 + (seed % 20)}H`;
      if (format === "uri") return `https://made-up.example/${name}?seed=${seed}`;
      // Difficult characters for queries: case beyond ASCII, wildcards, a comma, a quote.
      return Array.from(`Élan ${seed} "Ж", 5%_\\ ${name}`).slice(0, maxLength).join("");
    case "integer":
      return Math.floor(numberIn(schema, seed));
    case "number":
      return numberIn(schema, seed);
    case "boolean":
      return seed % 2 === 0;
    case "array":
      return [valueIn(items!, name, seed, position)];
    default:
      return properties ? objectOf(properties, seed, position) : { n: seed, "a/b~": ["x", null, { deep: true }] };
  }
}

function objectOf(properties: Record<string, Schema>, seed: number, position: number): Json {
  const values = Object.entries(properties).map(([name, schema]) => [name, valueIn(schema, name, seed, position)]);
  return Object.fromEntries(values);
}

/** The same for every unbounded number of a record, so that a minimum is never above its maximum. */
function numberIn(schema: Keywords, seed: number): number {
  const bounds = [schema.exclusiveMinimum ?? schema.minimum, schema.exclusiveMaximum ?? schema.maximum];
  // The range of exact integers in a double is not used as a bound.
  const [low = 0, high] = bounds.map((bound) => (Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound));
  const step = (seed % 40) + 1;
  return high === undefined ? low + step + 0.25 : low + ((high - low) * step) / 41;
}
