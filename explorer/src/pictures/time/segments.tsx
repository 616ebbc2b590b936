/** A choice between a few ways to draw, as joined radio buttons. */
import { type KeyboardEvent, useId } from "react";

/** One of the ways. */
export interface Segment {
  readonly value: string;
  readonly label: string;
}

/** Radio buttons in a row. Arrow keys move the choice. */
export function Segments({
  label,
  isQuiet = false,
  segments,
  value,
  onChange,
}: {
  readonly label: string;
  /** Its label is only read out: its choices say what they are. */
  readonly isQuiet?: boolean;
  readonly segments: readonly Segment[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = segments.findIndex((segment) => segment.value === value);
    const next = (place + step + segments.length) % segments.length;
    onChange(segments[next]!.value);
    (event.currentTarget.children[next] as HTMLElement).focus();
  };
  return (
    <span className="label small">
      <span id={id} className={isQuiet ? "sr" : undefined}>
        {label}
      </span>
      <span className="seg is-small" role="radiogroup" aria-labelledby={id} onKeyDown={move}>
        {segments.map((segment) => (
          // biome-ignore lint/a11y/useSemanticElements: joined buttons; the group moves the focus by arrow keys
          <button
            key={segment.value}
            type="button"
            role="radio"
            aria-checked={segment.value === value}
            tabIndex={segment.value === value ? 0 : -1}
            onClick={() => onChange(segment.value)}
          >
            {segment.label}
          </button>
        ))}
      </span>
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
