/** References: the name of the target, which leads to it. */

import type { Field } from "../../../../kit/description/model.ts";
import { filledLike, pathAbove } from "../../../../kit/description/paths.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useName } from "../../description/use-name.ts";
import type { Data } from "../../requests/queries.ts";

interface Shown {
  readonly field: Field;
  readonly record: Data;
  readonly value: string;
}

/** The target by its name if the answer embeds it, otherwise by its id. */
export function ShortReference({ field, record, value }: Shown) {
  const { at } = useDescription();
  const path = targetPath(field, record, value);
  const name = embeddedName(field, record, path && at(path)?.view.title) ?? value;
  return path ? <Link to={pageOf(path)}>{name}</Link> : <bdi>{name}</bdi>;
}

/** The target by its name, with what it is where it can be of several kinds: `Moon`, moon of Earth. */
export function Reference({ field, record, value }: Shown) {
  const { at } = useDescription();
  const path = targetPath(field, record, value);
  const place = path === undefined ? undefined : at(path);
  const embedded = embeddedName(field, record, place?.view.title);
  const requested = useName(embedded === undefined ? path : undefined);
  const name = embedded ?? requested ?? value;
  if (path === undefined) return <bdi>{name}</bdi>;
  return (
    <>
      <Link to={pageOf(path)}>{name}</Link>
      <span className="by">
        <ReferenceHint field={field} record={record} value={value} />
      </span>
    </>
  );
}

/** Says of which kind a target is and which record it is below, if it can be of several kinds: `moon of Earth`. */
export function ReferenceHint({ field, record, value }: Shown) {
  const { at } = useDescription();
  const path = targetPath(field, record, value);
  const isOneOfSeveral = (field.reference?.to.length ?? 0) > 1;
  const view = path === undefined || !isOneOfSeveral ? undefined : at(path)?.view;
  const above = path === undefined ? "" : pathAbove(pathAbove(path));
  const parent = useName(view && at(above)?.kind === "record" ? above : undefined);
  if (!view || parent === undefined) return view?.noun;
  return (
    <>
      {view.noun} of <bdi>{parent}</bdi>
    </>
  );
}

function embedded(field: Field, record: Data): Data | undefined {
  return record._embedded?.[field.relation ?? field.name] ?? undefined;
}

function embeddedName(field: Field, record: Data, title = "name"): string | undefined {
  return embedded(field, record)?.[title];
}

/** Returns the path of the target: from the answer, or else below the only list that it can be in. */
function targetPath(field: Field, record: Data, id: string): string | undefined {
  const linked =
    embedded(field, record)?._links?.self ??
    record._links?.[field.name] ??
    record._links?.[field.name.replace(/_id$/, "")];
  if (typeof linked === "string") return linked;
  const [list, ...others] = field.reference?.to ?? [];
  if (list === undefined || others.length > 0) return undefined;
  const siblings = filledLike(list, String(record._links?.self ?? ""));
  return siblings && `${siblings}/${encodeURIComponent(id)}`;
}
