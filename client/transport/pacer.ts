/** Slows requests down before the service refuses them (draft-ietf-httpapi-ratelimit-headers). */
import type { Clock } from "./clock.ts";

/** Below this share of the quota, requests are sent no faster than the quota refills. */
const RESERVE = 0.05;

/** Spaces out the requests of one credential. */
export class Pacer {
  private readonly clock: Clock;
  /** Milliseconds between two requests; 0 while there is enough left. */
  private spacing = 0;
  private nextAt = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Resolves when the next request may be sent. */
  async turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.spacing === 0) return;
    const now = this.clock.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + this.spacing;
    if (at > now) await this.clock.sleep(at - now, signal);
  }

  /** Reads what a response says about the quota. */
  observe(headers: Headers): void {
    const left = parameter(headers.get("ratelimit"), "r");
    const policy = headers.get("ratelimit-policy");
    const [quota, window] = [parameter(policy, "q"), parameter(policy, "w")];
    if (left === undefined || quota === undefined || window === undefined) return;
    this.spacing = left < quota * RESERVE ? (window * 1_000) / quota : 0;
  }
}

/** An integer parameter of the first item of a structured field (RFC 9651). */
function parameter(field: string | null, name: string): number | undefined {
  const text = field?.match(new RegExp(`^[^,]*;\\s*${name}=(\\d+)`))?.[1];
  return text === undefined ? undefined : Number(text);
}
