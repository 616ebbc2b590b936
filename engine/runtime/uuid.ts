/** Time-ordered UUIDs. */
import { randomUUID } from "node:crypto";

/** The bits of the counter that follow the variant. */
const LOW_BITS = 14;
/** The number of values of the counter: 12 bits precede the variant. */
const COUNTS = 2 ** (12 + LOW_BITS);
const LOW_COUNTS = 2 ** LOW_BITS;

let milliseconds = 0;
let counter = 0;
/** The UUID up to the variant, which many have in common. */
let prefix = "";

/**
 * A UUIDv7 (RFC 9562 §5.7), greater than all earlier ones of this process: the time in milliseconds, then a counter that
 * starts at random in each millisecond (§6.2, method 1), then 48 random bits.
 */
export function timeOrderedUuid(): string {
  const random = randomUUID();
  const now = Date.now();
  counter += 1;
  if (now > milliseconds || counter === COUNTS) {
    milliseconds = Math.max(now, milliseconds + 1);
    // Leaves most values of the counter unused, so that it does not overflow.
    counter = Number.parseInt(random.slice(0, 6), 16);
    prefix = "";
  }
  const low = counter % LOW_COUNTS;
  if (prefix === "" || low === 0) prefix = prefixOf(milliseconds, Math.floor(counter / LOW_COUNTS));
  return `${prefix}${(0x8000 + low).toString(16)}${random.slice(23)}`;
}

function prefixOf(time: number, high: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${high.toString(16).padStart(3, "0")}-`;
}
