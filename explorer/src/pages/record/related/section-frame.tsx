/** The frame of a part of a record's page. */
import type { ReactNode } from "react";
import { countText } from "../../../units.ts";

/** The frame of a part: its heading, a count, what all have in common, and what leads on. */
export function Section({
  heading,
  count,
  note,
  more,
  isEmpty = false,
  children,
}: {
  readonly heading: string;
  readonly count?: number | undefined;
  /** The words beside the count. */
  readonly note?: ReactNode;
  readonly more?: ReactNode;
  /** Nothing is in it: then it is a line among others. */
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={isEmpty ? "sect is-empty" : "sect"}>
      <header>
        <h2>{heading}</h2>
        {count !== undefined && <span className="count">{countText(count)}</span>}
        {note}
        <span className="more">{more}</span>
      </header>
      {children}
    </section>
  );
}
