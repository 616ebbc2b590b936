/** The picture of groups: columns over time, or bars. */
import { type MouseEvent, type PointerEvent, useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { elementOf } from "../svg/drawing.tsx";
import type { Layout, Rect } from "./draw/layout.ts";
import { keyOfPiece, nodesOf, rectNode } from "./draw/nodes.ts";
import type { Drawn } from "./numbers/drawn.ts";
import { sayGroup } from "./numbers/say.ts";
import { isOverTime } from "./numbers/shape.ts";
import { useGridKeys } from "./use-grid-keys.ts";

/** Props of `GroupsChart`. */
export interface GroupsChartProps {
  readonly view: View;
  readonly path: string;
  readonly drawn: Drawn;
  readonly layout: Layout;
  readonly title: string;
  /** The group that is pointed at. */
  readonly hot: string | undefined;
  readonly point: (key: string | undefined) => void;
}

/** The drawing: one stop of the Tab key. A touch points at a group first; a second one opens its list. */
export function GroupsChart({ view, path, drawn, layout, title, hot, point }: GroupsChartProps) {
  const { width, height, places } = layout;
  const nodes = useMemo(
    () => nodesOf(layout, { path, say: (row, category) => sayGroup(drawn, view, row, category) }).map(elementOf),
    [layout, path, drawn, view],
  );
  const lines = useMemo(
    () =>
      places.map(({ row, pieces }) => [
        keyOfPiece(row),
        ...pieces.filter(({ category }) => !category.isAll).map(({ category }) => keyOfPiece(row, category)),
      ]),
    [places],
  );
  const { focused, ...keys } = useGridKeys(lines, !isOverTime(drawn.shape));
  const band = places.find(({ row }) => row.key === hot)?.box;
  const ring = focused === undefined ? undefined : boxAt(layout, focused);
  const onClickCapture = (event: MouseEvent<SVGSVGElement>) => {
    const { pointerType } = event.nativeEvent as unknown as PointerEvent;
    const key = (event.target as Element).closest("[data-group]")?.getAttribute("data-group") ?? undefined;
    if (pointerType !== "touch" || key === hot) return;
    event.preventDefault();
    point(key);
  };
  return (
    <svg
      className="pic groups"
      {...{ role: "group", width, height, ...keys, onClickCapture }}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={title}
    >
      {band && elementOf(rectNode("band", band), 0)}
      {nodes}
      {ring && elementOf(rectNode("ring", ring), 1)}
    </svg>
  );
}

function boxAt({ places }: Layout, key: string): Rect | undefined {
  for (const { row, box, pieces } of places) {
    if (keyOfPiece(row) === key) return box;
    const piece = pieces.find(({ category }) => keyOfPiece(row, category) === key);
    if (piece) return piece;
  }
  return undefined;
}
