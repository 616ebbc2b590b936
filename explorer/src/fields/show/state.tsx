/** States: shape, color and word together. */
import type { Tone } from "../../../../kit/description/schema.ts";
import { words } from "../../../../kit/description/words.ts";

const MARKS = {
  plan: <circle cx="6" cy="6" r="4.4" strokeDasharray="2.3 2.3" />,
  hold: (
    <>
      <circle cx="6" cy="6" r="5" />
      <path d="M4.6 4v4M7.4 4v4" />
    </>
  ),
  go: <circle cx="6" cy="6" r="4.5" fill="currentColor" stroke="none" />,
  done: <path d="m1.8 6.4 3 3 5.4-6.6" />,
  fault: <path d="m2.2 2.2 7.6 7.6m0-7.6-7.6 7.6" />,
  off: (
    <>
      <circle cx="6" cy="6" r="4.6" />
      <path d="m2.8 9.2 6.4-6.4" />
    </>
  ),
} as const satisfies Record<Tone, unknown>;

/** The mark of a tone. */
export function Mark({ tone }: { readonly tone: Tone }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      {MARKS[tone]}
    </svg>
  );
}

/** A state; `tag` on a wash, as in the head of a record. */
export function State({
  value,
  tone,
  tag = false,
}: {
  readonly value: string;
  readonly tone: Tone;
  readonly tag?: boolean;
}) {
  return (
    <span className={`state ${tone}${tag ? " is-tag" : ""}`}>
      <Mark tone={tone} />
      {words(value)}
    </span>
  );
}
