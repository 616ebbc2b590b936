/** The frame of a part of a record's page. */
import type { ReactNode } from "react";
import { countText } from "../../../units.ts";

/** The frame of a part: its heading, a count, and what leads on. */
export function Section({
  heading,
  count,
  more,
  children,
}: {
  readonly heading: string;
  readonly count?: number | undefined;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="sect">
      <header>
        <h2>{heading}</h2>
        {count !== undefined && <span className="count">{countText(count)}</span>}
        <span className="more">{more}</span>
      </header>
      {children}
    </section>
  );
}
