/** Secrets and signatures of deliveries: Standard Webhooks (https://www.standardwebhooks.com), symmetric, version 1. */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** How long a secret still signs after a newer one was created. */
const ROTATION_MS = 24 * 3_600_000;

/** A new secret: `whsec_` and 256 random bits in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

/** A secret, and when it was created. */
export interface DatedSecret {
  readonly secret: string;
  /** As an RFC 3339 timestamp. */
  readonly at: string;
}

/**
 * The secrets that sign at a time, newest first: the newest, and each that was replaced less than 24 hours ago.
 * @param secrets oldest first
 * @param now milliseconds since 1970
 */
export function activeSecrets(secrets: readonly DatedSecret[], now: number): string[] {
  const newest = [...secrets].reverse();
  return newest.flatMap(({ secret }, at) => {
    const next = newest[at - 1];
    return next === undefined || now - Date.parse(next.at) < ROTATION_MS ? [secret] : [];
  });
}

/**
 * The headers by which a receiver verifies a delivery.
 * @param now milliseconds since 1970
 * @param secrets each adds a signature
 */
export function signatureHeaders(
  id: string,
  now: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
