/** Numbers of things, as people write them. */

/** Writes a number of things, with separators of thousands: `2,400`. */
export function countText(count: number): string {
  return count.toLocaleString("en");
}

/** Writes a number of things, and what they are: `1 row`, `2,400 rows`. */
export function quantity(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}
