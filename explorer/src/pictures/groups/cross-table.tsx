/** The numbers of a picture of groups by both of its fields. */
import { memo, type ReactNode, useState } from "react";
import { Link } from "../../description/past/link.tsx";
import { amountText } from "./numbers/amounts.ts";
import type { Drawn, Numbers, Row } from "./numbers/drawn.ts";
import type { NotedPartial } from "./numbers/partial.ts";
import { isOverTime, type Shape } from "./numbers/shape.ts";

/** Longer tables begin with the first and the last rows. */
const MOST = 14;
const SHOWN = 6;

/** Props of `CrossTable`. */
export interface CrossTableProps {
  readonly drawn: Drawn;
  readonly title: string;
  readonly hot: string | undefined;
  /** The period in which knowledge ends. */
  readonly partial: NotedPartial | undefined;
}

/** Rows along the picture, columns by its colors; what is latest comes first. */
export function CrossTable({ drawn, title, hot, partial }: CrossTableProps) {
  const { shape, categories, all } = drawn;
  const [isWhole, setWhole] = useState(false);
  const rows = isOverTime(shape) ? drawn.rows.toReversed() : drawn.rows;
  const isCut = !isWhole && rows.length > MOST;
  const hasTotals = shape.measure?.of !== "avg";
  const rowOf = (row: Row) => (
    <CrossRow
      key={row.key}
      {...{ row, shape, categories, hasTotals }}
      isHot={row.key === hot}
      note={row.key === partial?.key ? partial.note : undefined}
    />
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="tbl-scroll" aria-label={title} tabIndex={0}>
      <table className="tbl is-cross">
        <thead>
          <tr>
            <th scope="col">{shape.along.field.label}</th>
            {categories.map(({ key, name, hue }) => (
              <th key={key} scope="col" className="r">
                <i className={`sw c${hue}`} />
                <bdi>{name}</bdi>
              </th>
            ))}
            {hasTotals && (
              <th scope="col" className="r">
                All
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {(isCut ? rows.slice(0, SHOWN) : rows).map(rowOf)}
          {isCut && (
            <tr>
              <td colSpan={categories.length + 2} className="faint">
                … {restText(shape, rows.length - 2 * SHOWN)}:{" "}
                <button type="button" className="textbtn" onClick={() => setWhole(true)}>
                  show
                </button>
              </td>
            </tr>
          )}
          {isCut && rows.slice(-SHOWN).map(rowOf)}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr>
              <th scope="row">All</th>
              {categories.map((category) => (
                <Cell key={category.key} shape={shape} numbers={category} isTotal />
              ))}
              <Cell shape={shape} numbers={all} isTotal />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** The numbers of a group. Pointing at one draws two rows again, not all. */
const CrossRow = memo(function CrossRow({
  row,
  shape,
  categories,
  hasTotals,
  isHot,
  note,
}: Pick<Drawn, "shape" | "categories"> & {
  readonly row: Row;
  readonly hasTotals: boolean;
  readonly isHot: boolean;
  readonly note: string | undefined;
}) {
  return (
    <tr data-group={row.key} className={isHot ? "is-on" : undefined}>
      <th scope="row" className="name">
        <To search={row.search}>{row.name}</To>
        {note && <span className="faint"> {note}</span>}
      </th>
      {categories.map(({ key }) => (
        <Cell key={key} shape={shape} numbers={row.pieces.get(key)} />
      ))}
      {hasTotals && <Cell shape={shape} numbers={row} isTotal />}
    </tr>
  );
});

/** A number that leads to its records. */
function Cell({
  shape,
  numbers,
  isTotal = false,
}: {
  readonly shape: Shape;
  readonly numbers: Numbers | undefined;
  readonly isTotal?: boolean;
}) {
  const { amount, search } = numbers ?? {};
  return (
    <td className={isTotal ? "r is-total" : "r"}>
      {amount === undefined ? (
        <span className="faint">·</span>
      ) : (
        <To className="plain" search={search}>
          {amountText(shape, amount)}
        </To>
      )}
    </td>
  );
}

function To({
  search,
  className,
  children,
}: {
  readonly search: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return search === undefined ? (
    children
  ) : (
    <Link className={className} to={{ search }}>
      {children}
    </Link>
  );
}

/** Writes the number of rows that are left out: `46 years`. */
function restText({ along: { period } }: Shape, count: number): string {
  return period === undefined ? `${count} more` : `${count} ${period}${count === 1 ? "" : "s"}`;
}
