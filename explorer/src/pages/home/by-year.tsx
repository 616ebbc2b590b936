/** Counts the records that began in each year. */

import type { View } from "../../../../kit/description/model.ts";
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { aspectOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { type Pictured, partOf } from "./pictures.ts";

/** The longest page of groups: so many years are shown, the latest. */
const MAX_YEARS = 100;
/** The most years that have room below the columns. */
const MAX_TICKS = 9;

/** A column for each year, and links to all pictures. */
export function ByYear({ view, picture, views }: Pictured & { readonly views: readonly View[] }) {
  const from = partOf({ view, picture }, "from");
  const group = `${from?.name}:year`;
  const isThere = view.groupable.includes(group);
  const { data } = useGet(
    isThere ? `${view.path}?group_by=${group}&sort=${from?.name}:desc&limit=${MAX_YEARS}` : undefined,
  );
  if (!isThere || !from) return null;
  const columns = columnsOf(data?.data.groups ?? [], from.name);
  // A single column shows nothing.
  if (data && columns.length < 2) return null;
  return (
    <section className="sect">
      <header>
        <h2>{view.heading} per year</h2>
        <span className="count">by {from.label.toLowerCase()}</span>
        <span className="more">
          {views.flatMap((each) =>
            each.pictures
              .filter(({ origin }) => origin !== "fields")
              .map((drawn) => (
                <Link key={`${each.path} ${drawn.kind}`} to={aspectOf(each.path, drawn.kind)}>
                  {titleOf(drawn, each)}
                </Link>
              )),
          )}
        </span>
      </header>
      <Columns columns={columns} heading={view.heading} />
    </section>
  );
}

interface YearColumn {
  readonly year: number;
  readonly count: number;
}

/** Returns all years from the first to the last, also those in which nothing began. */
function columnsOf(groups: readonly Data[], name: string): YearColumn[] {
  const counts = new Map(
    groups
      .filter((group) => group[name] !== null)
      .map((group) => [Number(String(group[name]).slice(0, 4)), group.count]),
  );
  const last = Math.max(...counts.keys());
  const first = Math.max(Math.min(...counts.keys()), last - MAX_YEARS + 1);
  if (!Number.isFinite(first)) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).map((year) => ({
    year,
    count: counts.get(year) ?? 0,
  }));
}

function Columns({ columns, heading }: { readonly columns: readonly YearColumn[]; readonly heading: string }) {
  const most = columns.reduce((a, b) => (b.count > a.count ? b : a), { year: 0, count: 0 });
  const first = columns[0]?.year ?? 0;
  const center = (year: number) => `${((year - first + 0.5) / columns.length) * 100}%`;
  const said = `${heading} per year, ${first} to ${columns.at(-1)?.year}; most in ${most.year}: ${most.count}`;
  return (
    <div className="by-year" role="img" aria-label={columns.length > 0 ? said : `${heading} per year`}>
      <div className="columns-of">
        {columns.map(({ year, count }) => (
          <i key={year} title={`${year}: ${count}`}>
            <i style={{ height: `${(count / most.count) * 100}%` }} />
          </i>
        ))}
        {most.count > 0 && (
          <span className="most" style={{ insetInlineStart: center(most.year) }}>
            {countText(most.count)}
          </span>
        )}
      </div>
      <div className="ticks">
        {ticksOf(columns).map((year) => (
          <span key={year} style={{ insetInlineStart: center(year) }}>
            {year}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Returns round years, as many as there is room for. */
function ticksOf(columns: readonly YearColumn[]): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((each) => columns.length / each <= MAX_TICKS) ?? 100;
  return columns.map(({ year }) => year).filter((year) => year % step === 0);
}
