/** The secrets of API keys, of which only the digests are stored, and how to tell them from tokens. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto";

const PREFIX = "smk_";

/** Whether a credential looks like an API key, and not like a token. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith(PREFIX);
}

/** Whether a credential looks like a compact JWS (RFC 7515 §3.1): three parts. Keys have no dots. */
export function isJwt(credential: string): boolean {
  return credential.split(".", 4).length === 3;
}

/** A new key: `smk_` and 256 random bits in base64url. */
export function generateKey(): string {
  return `${PREFIX}${randomBytes(32).toString("base64url")}`;
}

/** SHA-256 in hex. A slower digest would add nothing: 256 random bits cannot be guessed. */
export function digestSecret(secret: string): string {
  return hash("sha256", secret);
}

/** Compares digests in constant time. */
export function digestsEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one, "latin1"), Buffer.from(other, "latin1"));
}
