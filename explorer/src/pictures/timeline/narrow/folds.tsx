/** The timeline of a narrow page: lanes below one another, their periods, and in these the records, as rows of text. */
import { type ReactNode, useCallback, useMemo } from "react";
import { pageOf } from "../../../address/address.ts";
import { elementsOf, joinElements } from "../../../address/query.ts";
import { useFragment } from "../../../address/use-fragment.ts";
import { Icon } from "../../../components/icon.tsx";
import { Link } from "../../../description/past/link.tsx";
import { countText } from "../../../units.ts";
import { SvgDrawing } from "../../svg/drawing.tsx";
import { Surface } from "../../time/surface.tsx";
import { type Drawing, drawKnown, drawTime } from "../draw/timeline.ts";
import type { Item } from "../items.ts";
import type { Lane } from "../lanes.ts";
import { TOP } from "../layout.ts";
import type { TimelineParts } from "../parts.ts";
import { sayFacts } from "../say.ts";
import { COLUMNS, drawPeriods, drawSquares, SQUARE } from "./counts.ts";
import { type FoldedLane, type FoldedLayout, foldedLayoutOf, MOST_LISTED, type Period } from "./layout.ts";
import { drawLine, LINE } from "./line.ts";

/** The room beside the squares of a period: its name and its count. */
const BESIDE = 148;

/** Props of `Folds`. */
export interface FoldsProps {
  readonly parts: TimelineParts;
  readonly lanes: readonly Lane[];
  readonly drawing: Drawing;
  readonly density: number;
  readonly titleOf: (id: string) => string | undefined;
}

/** The state that the parts of a timeline share. */
interface Shared extends FoldsProps {
  readonly layout: FoldedLayout;
  readonly isOpen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
}

/** The lanes. The fragment of the address keeps what is unfolded. */
export function Folds(props: FoldsProps) {
  const { lanes, drawing, density } = props;
  const { x, width, now, isPast, colorOf } = drawing;
  const layout = useMemo(() => foldedLayoutOf(lanes, x), [lanes, x]);
  const [fragment, change] = useFragment();
  const open = elementsOf(fragment.get("open") ?? "");
  const toggle = (key: string) => {
    const next = open.includes(key) ? open.filter((each) => each !== key) : [...open, key];
    change({ open: next.length > 0 ? joinElements(next) : undefined });
  };
  const isOpen = (key: string) =>
    !layout.isFolded || open.includes(key) || (layout.lanes.length === 1 && layout.lanes[0]!.key === key);
  const hasUnknown = lanes.some(({ items }) => items.some(({ known }) => known !== undefined));
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      const [head, own] = [
        { hasUnknown, bottom: TOP },
        { x, width, now, isPast, colorOf },
      ];
      drawTime(context, head, own);
      drawKnown(context, head, own);
    },
    [hasUnknown, x, width, now, isPast, colorOf],
  );
  return (
    <>
      <div className="folds-head">
        <Surface {...{ width, density, paint }} height={TOP - 2} />
      </div>
      {layout.lanes.map((folded) => (
        <FoldedSection key={folded.key} folded={folded} {...props} {...{ layout, isOpen, toggle }} />
      ))}
      {layout.isFolded && (
        <p className="caption">
          Columns count the records that begin in each period; in an unfolded one, a square is one record.
        </p>
      )}
    </>
  );
}

function FoldedSection({ folded, ...shared }: Shared & { readonly folded: FoldedLane }) {
  const { drawing, layout, isOpen } = shared;
  const { key, lane, count, periods } = folded;
  const columns = drawPeriods(folded, drawing.x, layout.most);
  const label = `${countText(count)}${lane.note ? ` · ${lane.note}` : ""}`;
  return (
    <section className="fold-lane">
      <h2>
        <Fold of={key} {...shared}>
          <span className="fold-name">{lane.name}</span> <span className="soft num">{label}</span>
        </Fold>
      </h2>
      {layout.isFolded && (
        <div aria-hidden>
          <SvgDrawing drawing={{ width: drawing.width, height: COLUMNS + 1, label: lane.name, nodes: columns }} />
        </div>
      )}
      {!layout.isFolded && <Rows items={periods.flatMap(({ items }) => items)} {...shared} />}
      {layout.isFolded &&
        isOpen(key) &&
        periods.map((period) => <PeriodRows key={period.key} period={period} {...shared} />)}
    </section>
  );
}

function PeriodRows({ period, ...shared }: Shared & { readonly period: Period }) {
  const { drawing, layout, isOpen } = shared;
  const { key, label, items } = period;
  const width = drawing.width - BESIDE;
  return (
    <>
      <h3>
        <Fold of={key} {...shared}>
          <span className="fold-name num">{label}</span>
          <span aria-hidden>
            <SvgDrawing drawing={{ width, height: SQUARE, label, nodes: drawSquares(period, layout.most, width) }} />
          </span>
          <span className="soft num end">{countText(items.length)}</span>
        </Fold>
      </h3>
      {isOpen(key) && <Rows items={items} {...shared} />}
    </>
  );
}

function Rows({ items, ...shared }: RowProps & { readonly items: readonly Item[] }) {
  const left = items.length - MOST_LISTED;
  return (
    <ul>
      {items.slice(0, MOST_LISTED).map((item) => (
        <Row key={item.id} item={item} {...shared} />
      ))}
      {left > 0 && <li className="soft">{countText(left)} more: choose a shorter time in the strip.</li>}
    </ul>
  );
}

type RowProps = Pick<FoldsProps, "parts" | "drawing" | "titleOf">;

function Row({ item, parts, drawing, titleOf }: RowProps & { readonly item: Item }) {
  const facts = sayFacts(item, parts, item.parent && titleOf(item.parent));
  return (
    <li>
      <Link className="fold-row" to={pageOf(item.path)}>
        <b>{item.title}</b>
        <span className="small soft">{facts}</span>
        <span aria-hidden>
          <SvgDrawing
            drawing={{ width: drawing.width, height: LINE, label: item.title, nodes: drawLine(item, drawing) }}
          />
        </span>
      </Link>
    </li>
  );
}

/** The words of a heading; a button that unfolds what is below it if there is much. */
function Fold({
  of,
  layout,
  isOpen,
  toggle,
  children,
}: Shared & { readonly of: string; readonly children: ReactNode }) {
  if (!layout.isFolded) return <span className="fold">{children}</span>;
  return (
    <button type="button" className="fold" aria-expanded={isOpen(of)} onClick={() => toggle(of)}>
      <Icon name={isOpen(of) ? "down" : "right"} />
      {children}
    </button>
  );
}
