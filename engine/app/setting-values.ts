/** The values of settings by kind: numbers, words, rates, address ranges and URLs, as texts in the environment. */
import ipaddr from "ipaddr.js";
import { SETTINGS } from "./settings.ts";

/** A setting is malformed, or cannot be used. The message is one line for the operator. */
export class SettingError extends Error {}

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A rate limit. */
export interface Rate {
  /** Requests per window. */
  readonly quota: number;
  /** In seconds. */
  readonly window: number;
}

/** The text of a setting, or its default. */
export function settingValue(environment: Environment, name: string): string {
  return environment[name] || SETTINGS[name]!.default;
}

/** @throws SettingError unless the text is an integer within the bounds */
export function integerSetting(environment: Environment, name: string, min: number, max: number): number {
  const text = settingValue(environment, name);
  const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new SettingError(`${name} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

const ADDRESS = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i;

/** Parses `<host>:<port>`, with an IPv6 address in brackets; undefined if the setting is not set. @throws SettingError */
export function addressSetting(
  environment: Environment,
  name: string,
): { readonly host: string; readonly port: number } | undefined {
  const text = environment[name] || undefined;
  if (text === undefined) return undefined;
  const [, ipv6, host = ipv6, port] = ADDRESS.exec(text) ?? [];
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new SettingError(
    `${name} must be <host>:<port> such as 127.0.0.1:9090 or [::1]:9090, not ${JSON.stringify(text)}.`,
  );
}

/** The maximum quota, and the maximum window of one day: their product in milliseconds is a safe integer. */
const MAX_QUOTA = 1_000_000;
const MAX_WINDOW = 86_400;

/** Parses `<requests>/<seconds>`. @throws SettingError */
export function rateSetting(environment: Environment, name: string): Rate {
  const text = settingValue(environment, name);
  const [, quota = 0, window = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (quota >= 1 && quota <= MAX_QUOTA && window >= 1 && window <= MAX_WINDOW) return { quota, window };
  throw new SettingError(
    `${name} must be <requests>/<seconds>, up to ${MAX_QUOTA}/${MAX_WINDOW}, not ${JSON.stringify(text)}.`,
  );
}

/** Parses a list of address ranges; empty if the setting is not set. @throws SettingError */
export function cidrRanges(environment: Environment, name: string): string[] {
  const listed = (environment[name] ?? "").split(",").map((text) => text.trim());
  const ranges = listed.filter(Boolean);
  for (const range of ranges) {
    const mapped = range.toLowerCase().startsWith("::ffff:");
    if (!ipaddr.isValidCIDR(range) || mapped)
      throw new SettingError(
        `${name} must be a comma-separated list of CIDR ranges such as 10.0.0.0/8, 2001:db8::/32, not ${JSON.stringify(range)}.`,
      );
  }
  return ranges;
}

/**
 * Requires https:, because keys that are fetched without encryption may be forged.
 * @throws SettingError
 */
export function checkUrl(name: string, text: string): void {
  const url = urlOf(text);
  const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(host))) return;
  throw new SettingError(`${name} must be an https: URL, or http: on loopback, not ${JSON.stringify(text)}.`);
}

/** Reads an origin, such as `https://registry.example.org`; undefined if the setting is not set. @throws SettingError */
export function originSetting(environment: Environment, name: string): string | undefined {
  const text = environment[name];
  return text ? originIn(text, name) : undefined;
}

/** Reads origins, separated by commas; `*` stands for all. */
export function originsSetting(environment: Environment, name: string): readonly string[] {
  const parts = (environment[name] ?? "").split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "").map((part) => (part === "*" ? part : originIn(part, name)));
}

/** @throws SettingError unless the text is an origin (RFC 6454) */
function originIn(text: string, name: string): string {
  const url = urlOf(text);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new SettingError(
    `${name} must be an origin such as https://registry.example.org, without a path, not ${JSON.stringify(text)}.`,
  );
}

/** Parses a URL; undefined if it is malformed. */
export function urlOf(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}

/** @throws SettingError unless the text is one of the words */
export function wordSetting(environment: Environment, name: string, words: readonly string[]): string {
  const text = settingValue(environment, name);
  if (words.includes(text)) return text;
  throw new SettingError(`${name} must be ${joinAlternatives(words)}, not ${JSON.stringify(text)}.`);
}

const POSTGRES_URL =
  /^postgres(?:ql)?:\/\/(?:[^@/?\s]*@)?(?:(?:[\w.~%-]+|\[[\d:a-f]+\])(?::\d{1,5})?(?:,(?!\/)|(?=\/)))+\/[^/?\s]+(?:\?[^\s]*)?$/i;
/** The form of a URL of PostgreSQL, for messages. */
export const POSTGRES_FORM = "postgres://user:password@host:port/database";

/**
 * Checks a URL of PostgreSQL. The message does not repeat the URL, which may contain a password.
 * @throws SettingError
 */
export function checkPostgres(name: string, url: string, form: string, attributes: readonly string[]): void {
  if (!POSTGRES_URL.test(url)) throw new SettingError(`${name} must be ${form}.`);
  const attribute = new URLSearchParams(url.split("?")[1]).get("target_session_attrs") ?? "any";
  if (!attributes.includes(attribute))
    throw new SettingError(`${name}: target_session_attrs must be ${joinAlternatives(attributes)}.`);
}

/** `a, b or c`. */
function joinAlternatives(words: readonly string[]): string {
  return words.join(", ").replace(/, (?=[^,]*$)/, " or ");
}

/** Whether a host is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
