/** An OpenID Connect issuer, and how its JWKS is found and fetched. */
import type { JSONWebKeySet } from "jose";

/** The issuer of access tokens. */
export interface Issuer {
  /** Exactly as in `iss`. */
  readonly issuer: string;
  /** The URL of its JWKS; if undefined, the discovery document names it. */
  readonly jwksUrl?: string;
}

/**
 * Fetches the JWKS of an issuer.
 * @throws Error that says why it is not available; the reason of the signal
 */
export async function fetchKeys({ issuer, jwksUrl }: Issuer, signal: AbortSignal): Promise<JSONWebKeySet> {
  return (await fetchJson(jwksUrl ?? (await discover(issuer, signal)), signal)) as JSONWebKeySet;
}

/** Finds the URL of the JWKS (OpenID Connect Discovery 1.0 §4). */
async function discover(issuer: string, signal: AbortSignal): Promise<string> {
  const found = await fetchJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, signal);
  const { issuer: discoveredIssuer, jwks_uri: jwksUri } = found as { issuer?: unknown; jwks_uri?: unknown };
  if (discoveredIssuer !== issuer)
    throw new Error(`The discovery document names another issuer: ${JSON.stringify(discoveredIssuer)}.`);
  const url = new URL(String(jwksUri));
  // An `http:` issuer, allowed on loopback only, may serve its keys from the same origin.
  if (url.protocol !== "https:" && url.origin !== new URL(issuer).origin)
    throw new Error(`jwks_uri must be https:, not ${url.protocol}`);
  return url.href;
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json, application/jwk-set+json" },
    redirect: "error",
    signal,
  });
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}.`);
  return await response.json();
}
