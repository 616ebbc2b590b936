/** Secrets and signatures of deliveries: Standard Webhooks (https://www.standardwebhooks.com), symmetric, version 1. */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** How long a secret signs along after another was made. */
const OVERLAP_MS = 24 * 3_600_000;

/** A new secret: `whsec_` and 256 random bits in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(32).toString("base64")}`;
}

/** A secret and when it was made. */
export interface Made {
  readonly secret: string;
  /** RFC 3339. */
  readonly at: string;
}

/** The secrets that sign at a moment, the newest first: it, and those that were followed by another a short time ago. */
export function signing(secrets: readonly Made[], now: number): string[] {
  const newest = [...secrets].reverse();
  return newest.flatMap(({ secret }, at) => {
    const next = newest[at - 1];
    return next === undefined || now - Date.parse(next.at) < OVERLAP_MS ? [secret] : [];
  });
}

/**
 * The headers by which a receiver knows a delivery.
 * @param now milliseconds since 1970
 * @param secrets each signs
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
