/** Recognizes a write that was executed, but whose response was lost: repeated, it fails its own precondition. */
import { originalOf } from "./tags.ts";

/** The fields that every write changes. */
const OWN_TIMES: readonly string[] = ["created_at", "updated_at", "_links"];

/**
 * Whether a record holds what was sent. If it is known what the change was based on, only the fields that the caller
 * changed are compared: the service may derive others from them.
 * @param base the record that was edited, if the caller named one
 */
export function holds(record: Record<string, unknown>, sent: object, base: unknown): boolean {
  const original = originalOf(base);
  const fields = Object.entries(sent).filter(([name]) => !OWN_TIMES.includes(name));
  const changed = original ? fields.filter(([name, value]) => !isSame(original[name], value)) : fields;
  // A write of what was read changes nothing: if it is refused, somebody else has changed the record.
  if (original && changed.length === 0) return false;
  return changed.every(([name, value]) => isSame(record[name], value));
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Whether two JSON values are the same; a date-time may be written in another zone, and an absent member as null. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one === "string" && typeof other === "string") return isSameTime(one, other);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame((one as never)[name], (other as never)[name]));
}

function isSameTime(one: string, other: string): boolean {
  const [left, right] = [DATE_TIME.exec(one), DATE_TIME.exec(other)];
  if (!left || !right) return false;
  const fraction = ([, digits = ""]: RegExpExecArray): string => digits.replace(/\.?0+$/, "");
  return Date.parse(one) === Date.parse(other) && fraction(left) === fraction(right);
}
