/** The frame of a part of a record's page. */
import type { ReactNode } from "react";
import { countText } from "../../../units.ts";

/** The frame of a part: its heading, a count, and what leads on. */
export function Section({
  heading,
  count,
  more,
  isEmpty = false,
  children,
}: {
  readonly heading: string;
  readonly count?: number | undefined;
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
        <span className="more">{more}</span>
      </header>
      {children}
    </section>
  );
}
