/** Dates and instants. */
import { clockText, dateText, shortDateText } from "../../units.ts";

/** A date, as precise as it is known. */
export function DateValue({
  value,
  precision,
  short,
}: {
  readonly value: string;
  readonly precision: string | undefined;
  readonly short: boolean;
}) {
  return <time dateTime={value}>{short ? shortDateText(value, precision) : dateText(value, precision)}</time>;
}

/** A moment in UTC. */
export function Instant({ value, short }: { readonly value: string; readonly short: boolean }) {
  return (
    <time dateTime={value} title={value}>
      {short ? shortDateText(value) : dateText(value)}
      {short ? "\u2002" : ", "}
      {clockText(value)}
      {!short && <span className="by">UTC</span>}
    </time>
  );
}
