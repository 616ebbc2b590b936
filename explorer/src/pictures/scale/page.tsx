/** The page of the picture `scale`: bodies to size, and by their distance. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { withParameters } from "../../address/query.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { closedOf } from "../faces/scale/ellipses.ts";
import { countsOf } from "../parts/categories.ts";
import { Legend } from "../parts/legend.tsx";
import { PictureFilters } from "../parts/picture-filters.tsx";
import { PictureFrame } from "../parts/picture-frame.tsx";
import type { PictureProps } from "../picture.ts";
import { Segments } from "../time/segments.tsx";
import { WaysSection } from "./around/section.tsx";
import { type Body, discsOf, fieldOf, MOST_DRAWN, type ScaleList } from "./bodies.ts";
import { bodyTable } from "./body-table.tsx";
import { BodyTabs } from "./body-tabs.tsx";
import { captionsOf, type Known } from "./captions.ts";
import { DistanceSection } from "./distance-section.tsx";
import { huesOfScale, useFamily } from "./family.ts";
import { farOf } from "./layout/distances.ts";
import { SizeFigure } from "./size-figure.tsx";

const VIEWS = [
  { value: "sizes", label: "sizes" },
  { value: "paths", label: "paths" },
];

/** A scale. The fragment has the body in the center, and what is shown: `#body=saturn&show=paths`. */
export default function ScalePage(props: PictureProps) {
  const { view, picture, path, search } = props;
  const [fragment, change] = useFragment();
  const parent = parentOf(props);
  const chosen = parent ?? fragment.get("body") ?? undefined;
  const family = useFamily(props, chosen);
  const center = chosen === undefined ? undefined : family.centers.find(({ body }) => body.id === chosen)?.body;
  const isAround = center !== undefined || (parent !== undefined && family.outer !== undefined);
  const scaleList = isAround ? family.outer! : { view, picture };
  // The scale depends on the largest: nothing is drawn until all are there.
  const shown = !family.loaded.isComplete ? [] : isAround ? family.around : family.bodies;
  const radiusField = fieldOf(scaleList.view, scaleList.picture, "radius");
  const distanceField = fieldOf(scaleList.view, scaleList.picture, "distance");
  const period = fieldOf(scaleList.view, scaleList.picture, "period");
  const units = { radius: radiusField?.unit ?? "", distance: distanceField?.unit ?? "", period: period?.unit ?? "" };
  const captions = captionsOf(units, useKnown(scaleList));
  const centerCaptions = captionsOf(units, useKnown(family.inner ?? scaleList));
  const title = center && `${center.name} and its ${midSentence(scaleList.view.heading)}, to scale`;
  const colour = fieldOf(view, picture, "colour");
  const discs = discsOf(shown);
  // Those around several centers have none in common.
  const hasWays = closedOf(shown).length > 0 && (isAround || picture.around === undefined);
  const show = hasWays && fragment.get("show") === "paths" ? "paths" : "sizes";
  const drawn = [...new Set([discs, farOf(shown)].flatMap((each) => each.slice(0, MOST_DRAWN) as Body[]))];
  return (
    <PictureFrame
      {...props}
      title={title}
      total={family.loaded.isComplete ? shown.length : undefined}
      loaded={family.loaded}
      table={bodyTable(shown, scaleList, family)}
      tools={
        <>
          <div className="pic-bar">
            <PictureFilters {...props} loaded={family.loaded} />
            {hasWays && (
              <Segments
                label="Show"
                segments={VIEWS}
                value={show}
                onChange={(value) => change({ show: value === "paths" ? value : undefined })}
              />
            )}
          </div>
          {parent === undefined && (
            <BodyTabs all={family.bodies.length} view={view} centers={family.centers} chosen={center?.id} />
          )}
          {colour && !isAround && (
            <Legend
              {...{ view, path, search }}
              field={colour}
              hueOf={huesOfScale({ view, picture })}
              drawn={countsOf(drawn.map(({ category }) => category))}
            />
          )}
        </>
      }
      notes={
        show === "sizes" && (
          <Unknown bodies={shown.filter(({ radius }) => radius === undefined)} props={props} isAll={!isAround} />
        )
      }
    >
      {show === "paths" && (
        <WaysSection {...{ bodies: shown, center, units, period, captions }} heading={scaleList.view.heading} />
      )}
      {show === "sizes" && discs.length > 0 && (
        <SizeFigure
          {...{ discs, center, units, captions, centerCaptions }}
          label={title ?? `${scaleList.view.heading} to scale`}
          listPath={`${path}${search}`}
        />
      )}
      {show === "sizes" && (
        <DistanceSection
          bodies={shown}
          center={center}
          unit={units.distance}
          captions={captions}
          heading={scaleList.view.heading}
        />
      )}
    </PictureFrame>
  );
}

/** Returns the id of the record below which the list is, if that is the body in the center. */
function parentOf({ view, picture, path }: PictureProps): string | undefined {
  if (picture.around === undefined) return undefined;
  const place = view.path.split("/").indexOf(`{${String(picture.around)}}`);
  return place === -1 ? undefined : decodeURIComponent(path.split("/")[place]!);
}

const NAMED = 12;

/** The bodies that are not drawn, because their radius is not known. */
function Unknown({ bodies, props, isAll }: { bodies: readonly Body[]; props: PictureProps; isAll: boolean }) {
  const { view, picture, path, search } = props;
  if (bodies.length === 0) return null;
  const filter = filterOf(view, String(picture.radius), "exists");
  const list = filter && isAll ? pageOf(path) + withParameters(search, { [filter.parameter]: "false" }) : undefined;
  return (
    <p className="caption">
      {countText(bodies.length)} without a radius {bodies.length === 1 ? "is" : "are"} not drawn
      {list && bodies.length > NAMED ? (
        <>
          : <Link to={list}>see the list</Link>.
        </>
      ) : (
        <>
          :{" "}
          {bodies.slice(0, NAMED).map(({ id, name, path: own }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link to={pageOf(own)}>{name}</Link>
            </span>
          ))}
          {bodies.length > NAMED ? " …" : "."}
        </>
      )}
    </p>
  );
}

/** Returns the body that the picture names, with its radius. */
function useKnown({ view, picture }: ScaleList): Known | undefined {
  const list = useDescription().home(view.resource);
  const compare = picture.compare as string | undefined;
  const radius = picture.radius as string;
  const isKnown = compare !== undefined && list !== undefined && !list.path.includes("{");
  const query = new URLSearchParams({ id: compare ?? "", fields: `${view.title},${radius}` });
  const { data } = useGet(isKnown ? `${list.path}?${query}` : undefined, { poll: false });
  const record = data?.data[view.plural]?.[0];
  return record?.[radius] > 0 ? { name: record[view.title], radius: record[radius] } : undefined;
}
