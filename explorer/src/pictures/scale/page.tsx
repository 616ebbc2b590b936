/** The page of the picture `scale`: bodies to size, and by their distance. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import { pageOf } from "../../address/address.ts";
import { withParameters } from "../../address/query.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";
import { countsOf } from "../parts/categories.ts";
import { Legend } from "../parts/legend.tsx";
import { PictureFilters } from "../parts/picture-filters.tsx";
import { PictureFrame } from "../parts/picture-frame.tsx";
import type { PictureProps } from "../picture.ts";
import { Segments } from "../time/segments.tsx";
import { WaysSection } from "./around/section.tsx";
import { type Body, discsOf, fieldOf, type ScaleList } from "./bodies.ts";
import { bodyTable } from "./body-table.tsx";
import { BodyTabs } from "./body-tabs.tsx";
import { captionsOf, type Known } from "./captions.ts";
import { DistanceSection } from "./distance-section.tsx";
import { huesOfScale } from "./family.ts";
import { drawnOf } from "./layout/distances.ts";
import { sizesTitle } from "./notes.ts";
import { chosenIn, knownIn, knownPathOf, parentOf, shownOf } from "./shown.ts";
import { SizeFigure } from "./size-figure.tsx";
import { useFamily } from "./use-family.ts";

const VIEWS = [
  { value: "sizes", label: "sizes" },
  { value: "paths", label: "paths" },
];

/** A scale. The fragment has the body in the center, and what is shown: `#body=saturn&show=paths`. */
export default function ScalePage(props: PictureProps) {
  const { view, picture, path, search } = props;
  const [fragment, change] = useFragment();
  const family = useFamily(props, chosenIn(props, fragment));
  // The scale depends on the largest: nothing is drawn until all are there.
  const whole = family.loaded.isComplete ? family : { ...family, bodies: [], around: [] };
  const { bodies, center, isAround, list, units, period, hasWays, show } = shownOf(props, whole, fragment);
  const captions = captionsOf(units, useKnown(list));
  const centerCaptions = captionsOf(units, useKnown(family.inner ?? list));
  const colour = fieldOf(view, picture, "colour");
  const discs = discsOf(bodies);
  const drawn = drawnOf(bodies);
  return (
    <PictureFrame
      {...props}
      title={center && sizesTitle(list.view.heading, center)}
      total={family.loaded.isComplete ? bodies.length : undefined}
      loaded={family.loaded}
      table={bodyTable(bodies, list, family)}
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
          {parentOf(props) === undefined && (
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
          <Unknown bodies={bodies.filter(({ radius }) => radius === undefined)} props={props} isAll={!isAround} />
        )
      }
    >
      {show === "paths" && <WaysSection {...{ bodies, center, units, period, captions }} heading={list.view.heading} />}
      {show === "sizes" && discs.length > 0 && (
        <SizeFigure
          {...{ discs, center, units, captions, centerCaptions }}
          heading={list.view.heading}
          listPath={`${path}${search}`}
        />
      )}
      {show === "sizes" && (
        <DistanceSection
          bodies={bodies}
          center={center}
          unit={units.distance}
          captions={captions}
          heading={list.view.heading}
        />
      )}
    </PictureFrame>
  );
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

/** Returns the body with which those of a list are compared. */
function useKnown(list: ScaleList): Known | undefined {
  const { data } = useGet(knownPathOf(useDescription(), list), { poll: false });
  return knownIn(list, data?.data);
}
