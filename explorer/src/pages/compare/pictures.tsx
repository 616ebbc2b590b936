/** Pictures of compared records: from the same start, to one scale, or each with its own face. */
import "../../../style/pictures.css";
import type { View } from "../../../../kit/description/model.ts";
import { useDescription } from "../../description/use-description.tsx";
import { faceOf } from "../../pictures/faces/choose.ts";
import { Face } from "../../pictures/faces/face.tsx";
import { FaceFigure } from "../../pictures/faces/figure.tsx";
import { FromStart, type Lengths } from "../../pictures/from-start/figure.tsx";
import { bodiesOf, discsOf, fieldOf } from "../../pictures/scale/bodies.ts";
import { captionsOf } from "../../pictures/scale/captions.ts";
import { huesOfScale } from "../../pictures/scale/family.ts";
import type { Data } from "../../requests/data.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { drawRow, heightIn } from "../home/scale/drawing.ts";

/** Props of `ComparedPictures`. */
interface ComparedPicturesProps {
  readonly view: View;
  readonly records: readonly Data[];
  readonly measured: Lengths;
}

/** The first of these that can be drawn of two records; nothing of one. */
export function ComparedPictures({ view, records, measured }: ComparedPicturesProps) {
  if (records.length < 2) return null;
  if (measured.isAwaited || measured.lengths) return <FromStart heading={view.heading} {...measured} />;
  if (view.pictures.some(({ kind }) => kind === "scale")) return <SideBySide view={view} records={records} />;
  return (
    <div className="cmp-faces">
      {records.map((record) => (
        <OwnFace key={record.id} view={view} record={record} />
      ))}
    </div>
  );
}

/** The records as bodies in one row, in their order. */
function SideBySide({ view, records }: Omit<ComparedPicturesProps, "measured">) {
  const picture = view.pictures.find(({ kind }) => kind === "scale")!;
  const discs = discsOf(bodiesOf(records, view, picture, huesOfScale({ view, picture })));
  const row = records.flatMap((record) => discs.find(({ path }) => path === record._links?.self) ?? []);
  if (row.length < 2) return null;
  const unit = (part: string) => fieldOf(view, picture, part)?.unit ?? "";
  const { radius: labelOf } = captionsOf({ radius: unit("radius"), distance: unit("distance") });
  const label = `To scale: ${row.map((body) => `${body.name}, ${labelOf(body)}`).join("; ")}`;
  return (
    <FaceFigure
      title="To scale"
      draw={(width) => drawRow({ discs, row, label, labelOf: (body) => body.name }, width)}
      height={heightIn(Number.POSITIVE_INFINITY)}
      caption="All radii have the same scale."
    />
  );
}

/** The declared picture of one record. */
function OwnFace({ view, record }: { readonly view: View; readonly record: Data }) {
  const face = faceOf(useDescription(), view, record, [], useRights().mayRead);
  return face && <Face {...face} />;
}
