/** The first scale of the registry as one row. */
import { filterOf } from "../../../../../kit/description/list-fields.ts";
import { useSize } from "../../../pictures/parts/use-size.ts";
import { bodiesOf, discsOf, fieldOf, fieldsOfScale } from "../../../pictures/scale/bodies.ts";
import { captionsOf } from "../../../pictures/scale/captions.ts";
import { huesOfScale } from "../../../pictures/scale/family.ts";
import { SvgDrawing } from "../../../pictures/svg/drawing.tsx";
import { useGet } from "../../../requests/queries.ts";
import { countText } from "../../../units.ts";
import type { Pictured } from "../pictures.ts";
import { drawRow, heightIn } from "./drawing.ts";
import "../../../../style/pictures.css";

/** More would have no room. */
const MOST = 20;

export default function Row({ view, picture, title }: Pictured & { readonly title: string }) {
  const [measured, size] = useSize<HTMLDivElement>();
  const radius = fieldOf(view, picture, "radius");
  const exists = radius && filterOf(view, radius.name, "exists")?.parameter;
  const fields = new Set(fieldsOfScale(view, picture).filter((name) => name !== undefined));
  const { data } = useGet(
    exists && `${view.path}?${exists}=true&sort=${radius.name}:desc&limit=${MOST}&fields=${[...fields].join(",")}`,
  );
  const discs = discsOf(bodiesOf(data?.data[view.plural] ?? [], view, picture, huesOfScale({ view, picture })));
  const { whole: labelOf } = captionsOf({
    radius: radius?.unit ?? "",
    distance: fieldOf(view, picture, "distance")?.unit ?? "",
  });
  const total: number = data?.data.total_count ?? 0;
  return (
    <>
      <div ref={measured} style={{ minHeight: heightIn(size?.width ?? 0) }}>
        {size && discs.length > 0 && <SvgDrawing drawing={drawRow({ discs, label: title, labelOf }, size.width)} />}
      </div>
      {total > MOST && (
        <p className="caption">
          The {MOST} largest of {countText(total)}.
        </p>
      )}
    </>
  );
}
