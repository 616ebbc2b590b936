/** Reads the bodies of the face of a scale: those around the record, or around what it goes around itself. */
import { filterOf } from "../../../../../kit/description/list-fields.ts";
import type { Description } from "../../../../../kit/description/model.ts";
import type { Data } from "../../../requests/data.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { type Body, bodiesOf, discsOf, fieldOf, fieldsOfScale, type ScaleList } from "../../scale/bodies.ts";
import { huesOfScale, innerOf, outerOf, satellitesOf } from "../../scale/family.ts";
import type { FaceProps } from "../face-props.ts";
import { aList, type FaceContext, type Reading } from "../reading.ts";
import type { FaceBodies } from "./shown.ts";

/** Reads the bodies of a face; undefined if it has none, or they cannot be read. */
export function* bodiesFor(
  { view, picture, record }: FaceProps,
  { description }: FaceContext,
): Reading<FaceBodies | undefined> {
  const own: ScaleList = { view: description.home(view.resource) ?? view, picture };
  const key = picture.around as string | undefined;
  const outer = key === undefined ? outerOf(description, own) : own;
  const centerId: string | null = key === undefined ? record.id : record[key];
  const aroundPath = outer && isOfAll(outer) && centerId !== null ? satellitesOf(outer, centerId) : undefined;
  const othersPath = isOfAll(own) ? othersOf(own, record) : undefined;
  const [around, others] = yield [aList(aroundPath), aList(othersPath)];
  const [self] = discsOf(bodiesIn(own, [record]));
  if (!self || (aroundPath && !around) || (othersPath && !others)) return undefined;
  const [compared] = discsOf(bodiesIn(own, others ?? [])).filter(({ id }) => id !== self.id);
  const center = centerIn(
    description,
    own,
    others?.find(({ id }: Data) => id === record.id),
  );
  return { own, self, compared, outer, center, around: outer ? bodiesIn(outer, around ?? []) : [] };
}

/** Returns whether a list has the records of all parents. */
function isOfAll({ view }: ScaleList): boolean {
  return !view.path.includes("{");
}

function bodiesIn(list: ScaleList, records: readonly Data[]): Body[] {
  return bodiesOf(records, list.view, list.picture, huesOfScale(list));
}

/** Returns the path of the record that is compared, and of the record itself with the one that it goes around. */
function othersOf({ view, picture }: ScaleList, { id }: Data): string | undefined {
  const filter = filterOf(view, "id", "in");
  const include = fieldOf(view, picture, "around")?.relation;
  const compared = [picture.compare].filter((each) => each !== undefined && each !== id);
  const ids = include === undefined ? compared : [...compared, id];
  if (!filter || ids.length === 0) return undefined;
  const search = new URLSearchParams({ [filter.parameter]: ids.join(",") });
  return pathOfRecords(view.path, `?${search}`, { fields: fieldsOfScale(view, picture), include });
}

/** Returns the body that a record goes around. */
function centerIn(description: Description, own: ScaleList, record: Data | undefined): Body | undefined {
  const inner = innerOf(description, own);
  const center = record?._embedded?.[fieldOf(own.view, own.picture, "around")?.relation ?? ""];
  return inner && center ? bodiesIn(inner, [center])[0] : undefined;
}
