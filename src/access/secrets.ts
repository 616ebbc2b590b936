/** Secrets of keys: made, and known again by their digest, which is all that is kept of them. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

const PREFIX = "smk_";

/** Whether a credential looks like a key, and not like a token. */
export function isKey(secret: string): boolean {
  return secret.startsWith(PREFIX);
}

/** A new key: 256 random bits. */
export function newKey(): string {
  return `${PREFIX}${randomBytes(32).toString("base64url")}`;
}

/** SHA-256 in hex. A secret of 256 random bits needs no slower digest: there is nothing to guess. */
export function digestOf(secret: string): string {
  return hash("sha256", secret);
}

/** Compares digests in a time that does not depend on where they differ. */
export function sameDigest(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one, "latin1"), Buffer.from(other, "latin1"));
}
