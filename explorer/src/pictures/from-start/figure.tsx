/** The time of each of some records, laid from a common start. */
import "../../../style/pictures.css";
import { useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { huesOf } from "../../fields/hues.ts";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import type { Data } from "../../requests/data.ts";
import { FaceFigure } from "../faces/figure.tsx";
import { endOf } from "../time/days.ts";
import { useToday } from "../time/use-today.ts";
import { itemsOf } from "../timeline/items.ts";
import { partsOf, type TimelineParts } from "../timeline/parts.ts";
import { drawingOf } from "./drawing.ts";
import { captionOf, lengthsOf } from "./lengths.ts";

/** Props of `FromStart`. */
interface FromStartProps {
  readonly view: View;
  readonly records: readonly Data[];
  /** The names of the records. */
  readonly names: readonly string[];
}

const HEIGHT = 140;

/** Nothing unless the list has a picture of starts and ends, and two records have a length. */
export function FromStart(props: FromStartProps) {
  const { view, records } = props;
  const parts = useMemo(() => {
    const picture = view.pictures.find(({ kind }) => kind === "timeline");
    return picture && partsOf(view, picture);
  }, [view]);
  return parts?.to && records.length > 1 ? <Drawn {...props} parts={parts} /> : null;
}

function Drawn({ view, records, names, parts }: FromStartProps & { readonly parts: TimelineParts }) {
  const now = useToday();
  const { knownUntil, error } = useKnownUntil();
  if (error) return null;
  if (!knownUntil) return <FaceFigure title={TITLE} draw={undefined} height={HEIGHT} />;
  const hueOf = huesOf(parts.color);
  const lengths = lengthsOf(
    records.map((record, index) => ({
      name: names[index] ?? String(record.id),
      item: itemsOf([record], parts, hueOf, { now, knownUntil }).items[0],
      known: Math.min(now, endOf(knownUntil(record)) ?? now),
    })),
  );
  if (lengths.filter(({ days }) => days !== undefined).length === 0) return null;
  const said = lengths.map(({ name, words }) => `${name}: ${words}`).join("; ");
  return (
    <FaceFigure
      title={TITLE}
      draw={(width) => drawingOf(lengths, width, `${view.heading} from the same start. ${said}`)}
      height={HEIGHT}
      caption={captionOf(lengths)}
    />
  );
}

const TITLE = "From the same start";
