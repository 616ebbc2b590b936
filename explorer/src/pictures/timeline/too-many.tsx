/** A list with too many records to draw one by one: how many begin each year, and how to get to fewer. */
import { useCallback, useMemo } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { filtersIn, searchOf } from "../../address/query.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { useColors } from "../parts/colors.ts";
import { useSize } from "../parts/use-size.ts";
import { drawAxis, drawRule } from "../time/axis.ts";
import { DAY_MS, dateOf, dayOf } from "../time/days.ts";
import { Surface } from "../time/surface.tsx";
import { timeScale } from "../time/ticks.ts";
import { drawColumns } from "./columns.ts";
import type { TimeColumn } from "./items.ts";

const HEIGHT = 180;
const BASE = 150;

/** The years of a list. */
export function TooMany({
  view,
  field,
  path,
  search,
  total,
}: {
  readonly view: View;
  readonly field: Field;
  readonly path: string;
  readonly search: string;
  readonly total: number;
}) {
  const group = `${field.name}:year`;
  const query = searchOf(
    new URLSearchParams([...filtersIn(search), ["group_by", group], ["sort", `${field.name}:desc`], ["limit", "100"]]),
  );
  const { data } = useGet(view.groupable.includes(group) ? `${path}${query}` : undefined, { keepPrevious: true });
  const groups: readonly Data[] | undefined = data?.data.groups;
  const years = useMemo(
    () => (groups ?? []).flatMap((each) => yearOf(each[field.name], each.count)).sort((a, b) => a.from - b.from),
    [groups, field.name],
  );
  const [place, size] = useSize<HTMLDivElement>();
  const { width = 0, density = 1 } = size ?? {};
  const colorOf = useColors();
  const most = years.reduce((largest, { count }) => Math.max(largest, count), 1);
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const [first, last] = [years[0], years.at(-1)];
      if (!first || !last) return;
      const x = timeScale({ from: first.from, to: last.to }, 2, width - 2);
      drawAxis(context, x, colorOf, { top: 8, bottom: BASE, words: BASE + 18, width });
      drawColumns(context, years, x, { base: BASE, height: BASE - 16, color: colorOf("ink-3") });
      drawRule(context, { y: BASE, left: 2, right: width - 2 }, colorOf("ink-3"));
    },
    [years, width, colorOf],
  );
  return (
    <section className="too-many">
      <p>
        <b>{countText(total)} are too many to draw one by one.</b> Add a filter to reduce them
        {years.length > 0 && `; this is how many there are in each year, at most ${countText(most)}`}.
      </p>
      <figure
        className="figure"
        ref={place}
        aria-label={`${view.heading} by year of ${field.label.toLowerCase()}, at most ${countText(most)}`}
      >
        {size && years.length > 0 && <Surface {...{ width, density, paint }} height={HEIGHT} />}
      </figure>
    </section>
  );
}

function yearOf(value: unknown, count: number): TimeColumn[] {
  const from = dayOf(value);
  if (from === undefined) return [];
  const year = dateOf(from).getUTCFullYear();
  return [{ from, to: Date.UTC(year + 1, 0) / DAY_MS, count }];
}
