/** The groups of a list: their controls, a picture, and the same numbers as a table. */
import { type ReactNode, useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Button } from "../../components/button.tsx";
import { ExportOutcome } from "../../components/export/export-menu.tsx";
import { useExport } from "../../components/export/use-export.ts";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { countText } from "../../units.ts";
import { PictureSkeleton } from "../parts/picture-skeleton.tsx";
import { Body, type GroupsOf } from "./body.tsx";
import { AS, Controls } from "./controls.tsx";
import { shapeOf, waysOf } from "./numbers/shape.ts";
import { useDrawn } from "./use-drawn.ts";
import "../../../style/pictures.css";
import "../../../style/groups.css";

/** Props of `GroupsPage`. */
export interface GroupsPageProps {
  readonly view: View;
  readonly path: string;
  readonly search: string;
  readonly table: GroupsOf;
}

export default function GroupsPage({ view, path, search, table }: GroupsPageProps) {
  const shape = useMemo(() => shapeOf(view, search), [view, search]);
  const [fragment] = useFragment();
  const { drawn, partial, isPast, tooMany, error, retry } = useDrawn(view, path, search);
  const ways = shape ? waysOf(shape, drawn?.hasNegative ?? false) : [];
  const way = ways.find((each) => each === fragment.get(AS)) ?? ways[0] ?? "stacked";
  const numbers = (hasPicture: boolean, content: ReactNode, count?: number) => (
    <Numbers {...{ path, search, hasPicture, count }}>{content}</Numbers>
  );
  return (
    <>
      <Controls view={view} search={search} shape={shape} way={way} ways={ways} />
      {error && <ProblemView error={error} retry={retry} />}
      {tooMany !== undefined && (
        <p className="caption">
          {countText(tooMany)} groups are too many to draw. Add a filter, or choose longer periods or fields with fewer
          values.
        </p>
      )}
      {!shape || tooMany !== undefined || (error && !drawn) ? (
        numbers(false, table())
      ) : drawn ? (
        <Body
          key={drawn.shape.along.grouping.name}
          {...{ view, path, search, drawn, way, partial, isPast, table, numbers }}
        />
      ) : (
        <PictureSkeleton />
      )}
    </>
  );
}

/** The table of the groups, which can be saved as a file. */
function Numbers({
  path,
  search,
  hasPicture,
  count,
  children,
}: {
  readonly path: string;
  readonly search: string;
  readonly hasPicture: boolean;
  readonly count: number | undefined;
  readonly children: ReactNode;
}) {
  const exported = useExport(path, search);
  return (
    <section className="sect">
      <header>
        <h2>{hasPicture ? "The same numbers" : "Numbers"}</h2>
        {count !== undefined && <span className="count">{countText(count)}</span>}
        <span className="more">
          <Button small look="bare" icon="export" onClick={() => exported.start("csv")}>
            CSV
          </Button>
        </span>
      </header>
      <ExportOutcome exported={exported} />
      {children}
    </section>
  );
}
