/** The terms of a tip. */
import { Fragment, type ReactNode } from "react";

/** The terms that have a value. */
export function TipRows({ rows }: { readonly rows: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl>
      {rows
        .filter(([, value]) => value)
        .map(([term, value]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
