/** Sizes and times of requests. */
import { countText, tenthsText } from "../../units.ts";

/** Writes a time: `3 ms`, `1.2 s`. */
export function millisecondsText(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return "…";
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${tenthsText(milliseconds / 1_000)} s`;
}

/** Returns the rest of the rate limit, from 20 % down (draft-ietf-httpapi-ratelimit-headers). */
export function quotaText(headers: Readonly<Record<string, string>>): string | undefined {
  const number = (field: string | undefined, parameter: string) => {
    const digits = new RegExp(`^[^,]*;\\s*${parameter}=(\\d+)`).exec(field ?? "")?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  const [left, reset] = [number(headers.ratelimit, "r"), number(headers.ratelimit, "t")];
  const quota = number(headers["ratelimit-policy"], "q");
  if (left === undefined || quota === undefined || left > quota * 0.2) return undefined;
  const when = reset === undefined ? "" : ` for ${reset} s`;
  return `${countText(left)} of ${countText(quota)} requests left${when}.`;
}
