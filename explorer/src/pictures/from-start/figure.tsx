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
import { partsOf } from "../timeline/parts.ts";
import { drawingOf } from "./drawing.ts";
import { captionOf, type Length, lengthsOf } from "./lengths.ts";

const HEIGHT = 140;

/** The lengths of some records. */
export interface Lengths {
  /** Undefined while it is not known, or if the list does not say when its records begin and end. */
  readonly lengths: readonly Length[] | undefined;
  readonly isAwaited: boolean;
}

/** Measures records from their starts. @param names their names */
export function useLengths(view: View, records: readonly Data[], names: readonly string[]): Lengths {
  const parts = useMemo(() => {
    const picture = view.pictures.find(({ kind }) => kind === "timeline");
    return picture && partsOf(view, picture);
  }, [view]);
  const now = useToday();
  const { knownUntil, error } = useKnownUntil();
  const lengths = useMemo(() => {
    if (!parts?.to || !knownUntil) return undefined;
    const hueOf = huesOf(parts.color);
    return lengthsOf(
      records.map((record, index) => ({
        name: names[index] ?? String(record.id),
        item: itemsOf([record], parts, hueOf, { now, knownUntil }).items[0],
        known: Math.min(now, endOf(knownUntil(record)) ?? now),
      })),
    );
  }, [records, names, parts, knownUntil, now]);
  return { lengths, isAwaited: parts?.to !== undefined && !knownUntil && !error };
}

/** The bars; nothing unless there are two records, and one has a length. */
export function FromStart({ heading, lengths, isAwaited }: Lengths & { readonly heading: string }) {
  if (isAwaited) return <FaceFigure title={TITLE} draw={undefined} height={HEIGHT} />;
  if (!lengths || lengths.length < 2 || lengths.every(({ days }) => days === undefined)) return null;
  const said = lengths.map(({ name, words }) => `${name}: ${words}`).join("; ");
  return (
    <FaceFigure
      title={TITLE}
      draw={(width) => drawingOf(lengths, width, `${heading} from the same start. ${said}`)}
      height={HEIGHT}
      caption={captionOf(lengths)}
    />
  );
}

const TITLE = "From the same start";
