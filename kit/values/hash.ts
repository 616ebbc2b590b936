/** Hashes texts. */

/** Returns FNV-1a (32 bits) of the UTF-8 of a text: the same in every version and on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
