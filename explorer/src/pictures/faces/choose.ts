/** Chooses the face of a record among the declared pictures of its list, and of the lists that it is connected with. */
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Description, Picture, View } from "../../../../kit/description/model.ts";
import { withParameters } from "../../address/query.ts";
import type { Data } from "../../requests/data.ts";
import type { MayRead } from "../../requests/rights/may-read.ts";
import type { ChosenFace, FaceProps } from "./face-props.ts";

/** A list below a record. */
export interface ListBelow {
  readonly view: View;
  readonly path: string;
  readonly kind: string;
}

/** A list below a record has at least so many records before its line says more than the record's own picture. */
export const FEWEST_IN_SERIES = 8;

/** Returns the face of a record; undefined if none of the pictures can be drawn of what the caller may read. */
export function faceOf(
  description: Description,
  view: View,
  record: Data,
  below: readonly ListBelow[],
  mayRead: MayRead,
): ChosenFace | undefined {
  if (view.isSystem || view.kind === "single" || view.kind === "membership") return undefined;
  const measured = below.find(
    (list) =>
      pictureOf(list.view, "series") &&
      mayRead(list.view) &&
      (countOf(view, record, list) ?? FEWEST_IN_SERIES) >= FEWEST_IN_SERIES,
  );
  const own = ownFaceOf(description, view, record, mayRead);
  if (!measured) return own;
  return {
    view,
    record,
    picture: pictureOf(measured.view, "series")!,
    through: measured,
    ...(own && { otherwise: own }),
  };
}

function ownFaceOf(description: Description, view: View, record: Data, mayRead: MayRead): FaceProps | undefined {
  const own = (kind: Picture["kind"]) => pictureOf(view, kind);
  const [scale, presence, timeline, series] = [own("scale"), own("presence"), own("timeline"), own("series")];
  const face = { view, record };
  if (scale && has(record, scale.radius)) return { ...face, picture: scale };
  if (series && has(record, series.y)) return { ...face, picture: series };
  const visits = presence && description.list(String(presence.records));
  if (visits && mayRead(visits)) return { ...face, picture: presence };
  const visited = visitedBy(description, view, record, mayRead);
  if (visited) return { ...face, ...visited };
  return timeline && has(record, timeline.from) ? { ...face, picture: timeline } : undefined;
}

/** Returns a declared picture of a list; those that its fields allow by themselves say little of one record. */
function pictureOf({ pictures }: View, kind: Picture["kind"]): Picture | undefined {
  return pictures.find((picture) => picture.kind === kind && picture.origin === undefined);
}

function has(record: Data, name: Picture[string]): boolean {
  return typeof name === "string" && record[name] != null;
}

/** Returns how many records a list below has; undefined if the record does not say. */
function countOf({ fields }: View, record: Data, { view }: ListBelow): number | undefined {
  const counted = fields.find(({ schema }) => schema["x-counts"] === view.path);
  return counted && (record[counted.name] ?? 0);
}

/** Returns the presence of the members of records that refer to this one: who was aboard it. */
function visitedBy(description: Description, { resource }: View, record: Data, mayRead: MayRead) {
  for (const members of description.views) {
    const picture = members.kind === "collection" ? pictureOf(members, "presence") : undefined;
    const records = picture && description.list(String(picture.records));
    const reference = records?.fields.find(
      (field) => field.reference?.to.some((path) => description.list(path)?.resource === resource) && !field.derived,
    );
    const parameter = records && reference && filterOf(records, reference.name, "equals")?.parameter;
    const isOnly = reference?.reference?.to.length === 1;
    if (!picture || !records || !parameter || !isOnly || records.resource === resource) continue;
    if (!mayRead(records) || !mayRead(members)) continue;
    return { picture, through: { view: records, path: records.path + withParameters("", { [parameter]: record.id }) } };
  }
  return undefined;
}
