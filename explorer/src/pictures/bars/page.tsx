/** The page of the picture `bars`: the records of a list by one of its numbers. */
import { useMemo, useState } from "react";
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { countSearch, filtersIn, searchOf, withParameters } from "../../address/query.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Menu } from "../../components/overlay/menu.tsx";
import { NoPage } from "../../components/problem/no-page.tsx";
import { Link } from "../../description/past/link.tsx";
import { type HueOf, huesOf } from "../../fields/hues.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText, durationText, spanOf } from "../../units.ts";
import { countsOf } from "../parts/categories.ts";
import { Legend } from "../parts/legend.tsx";
import { PictureFilters } from "../parts/picture-filters.tsx";
import { PictureFrame } from "../parts/picture-frame.tsx";
import { useSize } from "../parts/use-size.ts";
import type { PictureProps } from "../picture.ts";
import { Segments } from "../time/segments.tsx";
import { BarChart } from "./bar-chart.tsx";
import { barLayout, type Item } from "./layout.ts";
import { tableOf } from "./table.tsx";

/** The most bars: one page of the list. */
const MOST = 100;
/** The number of bars drawn before a person asks for more. */
const FIRST = 40;
/** All bars have one color where no field is declared that colors a picture. */
const PLAIN = 1;

export default function BarsPage(props: PictureProps) {
  const { view, picture } = props;
  const [fragment] = useFragment();
  const names = [picture.fields ?? []].flat();
  const fields = names.flatMap((name) => view.fields.find((field) => field.name === name) ?? []);
  const field = fields.find(({ name }) => name === fragment.get("field")) ?? fields[0];
  return field ? <Bars key={field.name} {...props} field={field} fields={fields} /> : <NoPage />;
}

function Bars(props: PictureProps & { readonly field: Field; readonly fields: readonly Field[] }) {
  const { view, path, search, field, fields } = props;
  const [fragment, change] = useFragment();
  const [isWhole, setWhole] = useState(false);
  const [box, size] = useSize<HTMLDivElement>();
  const isAscending = fragment.get("order") === "smallest";
  const colour = useMemo(() => colourOf(view), [view]);
  const hueOf = useMemo(() => huesOf(colour), [colour]);
  const { data, error, refetch } = useGet(requestOf(props, isAscending, colour), { keepPrevious: true });
  const all = useGet(path + countSearch(search), { keepPrevious: true });
  const records: readonly Data[] = data?.data[view.plural] ?? [];
  const { items, unit } = useMemo(
    () => itemsOf(records, view, field, colour, hueOf),
    [records, view, field, colour, hueOf],
  );
  const total: number | undefined = all.data?.data.total_count;
  const counted: number = data?.data.total_count ?? 0;
  const shown = isWhole ? items : items.slice(0, FIRST);
  const drawn = countsOf(shown.map(({ category }) => category));
  const layout = size && shown.length > 0 ? barLayout(shown, size.width) : undefined;
  const sorted = pageOf(path) + withParameters(search, { sort: `${field.name}:${isAscending ? "asc" : "desc"}` });
  const label = `${field.label} of ${view.heading.toLowerCase()}`;
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
          {layout?.isLog && "The axis is logarithmic: the largest is more than 1,000 times the smallest. "}
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
        <p className="more-row" data-not-in-png>
          <button type="button" className="btn" onClick={() => setWhole(true)}>
            Show {items.length - shown.length} more
          </button>
        </p>
      )}
    </PictureFrame>
  );
}

/** Makes the request of the records with a value, in the order of it. */
function requestOf(
  { view, path, search, field }: PictureProps & { field: Field },
  isAscending: boolean,
  colour: Field | undefined,
): string {
  const exists = filterOf(view, field.name, "exists");
  const parameters = new URLSearchParams([
    ...filtersIn(search),
    ...(exists ? [[exists.parameter, "true"]] : []),
    ["sort", `${field.name}:${isAscending ? "asc" : "desc"}`],
    ["limit", String(MOST)],
    ["fields", [view.title, field.name, colour?.name].filter((name) => name && name !== "id").join(",")],
  ]);
  return `${path}${searchOf(parameters)}`;
}

/** Returns the field that colors the other pictures of a list. */
function colourOf({ pictures, fields }: View): Field | undefined {
  const name = pictures.find(({ colour }) => typeof colour === "string")?.colour;
  return fields.find((field) => field.name === name && field.values.length > 0);
}

/** Returns the records with a value. Durations are measured in the largest unit that the middle one reaches. */
function itemsOf(records: readonly Data[], view: View, field: Field, colour: Field | undefined, hueOf: HueOf) {
  const measured = records.filter((record) => record[field.name] != null);
  const sizes = measured.map((record) => specOf(field).size!(record[field.name]));
  const isDuration = field.kind === "duration";
  const { unit, size } = isDuration ? spanOf(sizes[Math.floor(sizes.length / 2)] ?? 0) : { unit: field.unit, size: 1 };
  const items = measured.map((record, index): Item => {
    const category = colour && record[colour.name];
    return {
      id: record.id,
      path: record._links.self,
      name: record[view.title] ?? record.id,
      value: sizes[index]! / size,
      text: isDuration ? durationText(sizes[index]!, "short") : undefined,
      exact: record[field.name],
      hue: colour ? hueOf(category) : PLAIN,
      category: category ?? undefined,
    };
  });
  return { items, unit };
}
