/** The page of the picture `bars`: the records of a list by one of its numbers. */
import { useMemo, useState } from "react";
import { pageOf } from "../../address/address.ts";
import { countSearch, withParameters } from "../../address/query.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Menu } from "../../components/overlay/menu.tsx";
import { NoPage } from "../../components/problem/no-page.tsx";
import { Link } from "../../description/past/link.tsx";
import { huesOf } from "../../fields/hues.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { countsOf } from "../parts/categories.ts";
import { Legend } from "../parts/legend.tsx";
import { PictureFilters } from "../parts/picture-filters.tsx";
import { PictureFrame } from "../parts/picture-frame.tsx";
import { useSize } from "../parts/use-size.ts";
import type { PictureProps } from "../picture.ts";
import { Segments } from "../time/segments.tsx";
import { BarChart } from "./bar-chart.tsx";
import { type BarParts, FIRST, itemsOf, LOG_NOTE, partsOf, requestOf, sortOf, titleOf } from "./items.ts";
import { barLayout } from "./layout.ts";
import { tableOf } from "./table.tsx";

export default function BarsPage(props: PictureProps) {
  const { view, picture } = props;
  const [fragment] = useFragment();
  const parts = useMemo(() => partsOf(view, picture, fragment), [view, picture, fragment]);
  return parts ? <Bars key={parts.field.name} {...props} parts={parts} /> : <NoPage />;
}

function Bars(props: PictureProps & { readonly parts: BarParts }) {
  const { view, path, search, parts } = props;
  const { field, fields, isAscending, colour } = parts;
  const [, change] = useFragment();
  const [isWhole, setWhole] = useState(false);
  const [box, size] = useSize<HTMLDivElement>();
  const hueOf = useMemo(() => huesOf(colour), [colour]);
  const { data, error, refetch } = useGet(requestOf(parts, path, search), { keepPrevious: true });
  const all = useGet(path + countSearch(search), { keepPrevious: true });
  const records: readonly Data[] = data?.data[view.plural] ?? [];
  const { items, unit } = useMemo(() => itemsOf(records, parts), [records, parts]);
  const total: number | undefined = all.data?.data.total_count;
  const counted: number = data?.data.total_count ?? 0;
  const shown = isWhole ? items : items.slice(0, FIRST);
  const drawn = countsOf(shown.map(({ category }) => category));
  const layout = size && shown.length > 0 ? barLayout(shown, size.width) : undefined;
  const sorted = pageOf(path) + withParameters(search, { sort: sortOf(parts) });
  const label = titleOf(parts);
  const loaded = { records, isComplete: data !== undefined, error: error ?? undefined, retry: () => void refetch() };
  return (
    <PictureFrame
      {...props}
      total={total}
      loaded={loaded}
      table={tableOf(items, view, field, colour)}
      tools={
        <>
          <div className="pic-bar">
            <PictureFilters {...props} loaded={loaded} />
            <span className="label small">Column</span>
            <Menu
              name="Column"
              button={{ small: true, icon: "down", children: field.label }}
              entries={fields.map(({ name, label, unit }) => ({ id: name, label, hint: unit }))}
              chosen={[field.name]}
              onAction={(name) => change({ field: name === fields[0]!.name ? undefined : name })}
            />
            <Segments
              label="First"
              segments={[
                { value: "largest", label: "largest" },
                { value: "smallest", label: "smallest" },
              ]}
              value={isAscending ? "smallest" : "largest"}
              onChange={(value) => change({ order: value === "largest" ? undefined : value })}
            />
          </div>
          {colour && view.groupable.includes(colour.name) && (
            <Legend view={view} field={colour} path={path} search={search} hueOf={hueOf} drawn={drawn} />
          )}
        </>
      }
      notes={
        <p className="caption">
          {layout?.isLog && `${LOG_NOTE} `}
          {counted > items.length && (
            <>
              The first {items.length} of {countText(counted)}: <Link to={sorted}>the whole list in this order</Link>.{" "}
            </>
          )}
          {total !== undefined && total > counted && data && `${countText(total - counted)} without a value.`}
        </p>
      }
    >
      <figure className="figure" ref={box} aria-label={label}>
        {layout && <BarChart layout={layout} unit={unit} label={label} />}
      </figure>
      {shown.length < items.length && (
        <p className="more-row">
          <button type="button" className="btn" onClick={() => setWhole(true)}>
            Show {items.length - shown.length} more
          </button>
        </p>
      )}
    </PictureFrame>
  );
}
