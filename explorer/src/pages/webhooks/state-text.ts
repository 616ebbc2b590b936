/** The state of a webhook in words. */
import type { Tone } from "../../../../kit/description/schema.ts";
import type { Data } from "../../requests/data.ts";

/** A state: its word, how it looks, and what it means. */
export interface StateText {
  readonly word: string;
  readonly tone: Tone;
  readonly about: string;
}

const PAUSED: Readonly<Record<string, string>> = {
  failing: "The service paused it: a delivery failed for 24 hours.",
  gone: "The service paused it: the receiver responded with 410, which means that it is gone.",
  revoked: "The service paused it: the credential of an author of this webhook was revoked, or has expired.",
};
const RESUMES = "Resuming continues where it stopped, as far back as events are kept.";

/** Returns the state of a webhook. */
export function stateText({ active, failing, disabled_because: reason }: Data): StateText {
  if (!active && reason) {
    const why = PAUSED[reason] ?? `The service paused it: ${reason}.`;
    return { word: "paused", tone: "fault", about: `${why} ${RESUMES}` };
  }
  if (!active) return { word: "paused", tone: "hold", about: `Nothing is sent. ${RESUMES}` };
  if (failing)
    return {
      word: "failing",
      tone: "fault",
      about: "The last attempt failed. It is retried, less and less often; after 24 hours the webhook is paused.",
    };
  return { word: "active", tone: "go", about: "Events are sent as they happen." };
}
