/** Valid values of any declared field, read off its JSON Schema; the same seed always gives the same value. */
import type { AllowedWords, FieldSpec, Schema } from "../../../src/declare/field-spec.ts";
import type { Json } from "../../../src/declare/values.ts";

/**
 * @param at the field's place in its declaration: later dates follow earlier ones, as `end_date` does `launch_date`
 */
export function sampleValue(name: string, { kind, schema }: FieldSpec, seed: number, at: number): Json {
  // The first of January is the first of every period, whatever precision a date is given with.
  const day = `${1960 + (seed % 15) + 2 * at}-01-01`;
  if (kind === "date") return day;
  // In the century to come: what expires has not expired yet.
  if (kind === "instant") return `${day.replace("19", "20")}T06:07:08.${String(seed % 1000).padStart(3, "0")}Z`;
  return valueIn(schema, name, seed);
}

/** The keywords of our fields' schemas that decide what a value may be. */
interface Keywords extends Schema {
  readonly enum?: readonly Json[];
  readonly among?: AllowedWords;
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

function valueIn(schema: Keywords, name: string, seed: number): Json {
  const { among, enum: words = among?.words, type, properties, items, format, maxLength = 200 } = schema;
  if (words) return words[seed % words.length]!;
  switch ([type].flat()[0]) {
    case "string":
      if (format === "uri") return `https://made-up.example/${name}?seed=${seed}`;
      // What the query language might stumble over: case beyond ASCII, wildcards, a comma, a quote.
      return Array.from(`Élan ${seed} "Ж", 5%_\\ ${name}`).slice(0, maxLength).join("");
    case "integer":
      return Math.floor(numberIn(schema, seed));
    case "number":
      return numberIn(schema, seed);
    case "boolean":
      return seed % 2 === 0;
    case "array":
      return [valueIn(items!, name, seed)];
    default:
      return properties ? objectOf(properties, seed) : { n: seed, "a/b~": ["x", null, { deep: true }] };
  }
}

function objectOf(properties: Record<string, Schema>, seed: number): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueIn(schema, name, seed)]));
}

/** The same for every unbounded number of a record, so that a minimum is never above its maximum. */
function numberIn(schema: Keywords, seed: number): number {
  const bounds = [schema.exclusiveMinimum ?? schema.minimum, schema.exclusiveMaximum ?? schema.maximum];
  // An integer is bounded by what a double holds exactly; for a made-up value that is no bound.
  const [low = 0, high] = bounds.map((bound) => (Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound));
  const step = (seed % 40) + 1;
  return high === undefined ? low + step + 0.25 : low + ((high - low) * step) / 41;
}
