/** The picture of groups with its legend, notes and table: all of them know which group is pointed at. */
import { type FocusEvent, type PointerEvent, type ReactNode, useMemo, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import type { Group } from "../../address/groups.ts";
import { summaryTitle } from "../../components/summary/summary-text.ts";
import { useSize } from "../parts/use-size.ts";
import { GroupsChart } from "./chart.tsx";
import { CrossTable } from "./cross-table.tsx";
import { barsOf } from "./draw/bars.ts";
import { columnsOf } from "./draw/columns.ts";
import { GroupsLegend } from "./legend.tsx";
import { Notes } from "./notes.tsx";
import type { Drawn } from "./numbers/drawn.ts";
import type { NotedPartial } from "./numbers/partial.ts";
import { isOverTime, type Way } from "./numbers/shape.ts";

/** More bars are drawn only if a person wants them. */
const FIRST = 40;

/** Makes a table of a page of groups; of all in another order if they are given. */
export type GroupsOf = (inOrder?: readonly Group[]) => ReactNode;

/** Props of `Body`. */
export interface BodyProps {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  readonly drawn: Drawn;
  readonly way: Way;
  readonly partial: NotedPartial | undefined;
  /** The groups are those before, while others are loaded. */
  readonly isPast: boolean;
  /** Makes the table of groups by one field. */
  readonly table: GroupsOf;
  /** Puts a table below its title. */
  readonly numbers: (hasPicture: boolean, table: ReactNode, count?: number) => ReactNode;
}

/** The picture and the table. */
export function Body({ view, path, search, drawn, way, partial, isPast, table, numbers }: BodyProps) {
  const [hot, point] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const [box, size] = useSize<HTMLDivElement>();
  const width = size?.width;
  const overTime = isOverTime(drawn.shape);
  const count = drawn.rows.length;
  const isCut = !overTime && !isWhole && count > FIRST;
  const layout = useMemo(() => {
    if (count === 0 || width === undefined) return undefined;
    const shown = isCut ? { ...drawn, rows: drawn.rows.slice(0, FIRST) } : drawn;
    return overTime ? columnsOf(shown, { width, way, partial }) : barsOf(shown, { width, way });
  }, [drawn, count, overTime, width, way, partial, isCut]);
  const title = summaryTitle(view, search);
  const pointAt = ({ target }: PointerEvent | FocusEvent) =>
    point((target as Element).closest("[data-group]")?.getAttribute("data-group") ?? undefined);
  const isCrossed = drawn.shape.color !== undefined && count > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it take part
    <div
      className={isPast ? "groups-body is-past" : "groups-body"}
      onPointerOver={(event) => event.pointerType !== "touch" && pointAt(event)}
      onPointerLeave={() => point(undefined)}
      onFocus={pointAt}
      onBlur={() => point(undefined)}
    >
      {count > 0 && <GroupsLegend drawn={drawn} view={view} hot={drawn.rows.find(({ key }) => key === hot)} />}
      <figure className="figure" ref={box}>
        {layout && <GroupsChart {...{ view, path, drawn, layout, title, hot, point }} />}
      </figure>
      <Notes
        {...{ view, drawn }}
        isTooNarrow={width !== undefined && count > 0 && !layout}
        rest={isCut ? count - FIRST : 0}
        showAll={() => setWhole(true)}
      />
      {numbers(
        layout !== undefined,
        isCrossed ? (
          <CrossTable {...{ drawn, title, hot, partial }} />
        ) : (
          table(overTime || isPast ? undefined : drawn.rows.flatMap(({ groups }) => groups))
        ),
        isCrossed ? drawn.all.count : undefined,
      )}
    </div>
  );
}
