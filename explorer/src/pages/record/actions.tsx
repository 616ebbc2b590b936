/** The actions at the head of a record: go to the next one, edit it, delete it. */

import type { View } from "../../../../kit/description/model.ts";
import { pathAbove } from "../../../../kit/description/paths.ts";
import { aspectOf } from "../../address/address.ts";
import { COMPARE, withCompared } from "../../address/compared.ts";
import { Icon } from "../../components/icon.tsx";
import { MomentButton } from "../../components/past/moment-button.tsx";
import { ShareButton } from "../../components/share/share-button.tsx";
import { isComparable } from "../../description/comparable.ts";
import { Link } from "../../description/past/link.tsx";
import { useDating } from "../../requests/past/dating.ts";
import type { Data } from "../../requests/queries.ts";
import { DeleteButton, isDeletable } from "./deleting/delete-button.tsx";
import { Neighbors } from "./neighbors.tsx";

/** The buttons at the head of a record. Callers without a key are prompted for one when they use them. */
export function RecordActions({
  view,
  path,
  record,
}: {
  readonly view: View;
  readonly path: string;
  readonly record: Data;
}) {
  const { moment } = useDating();
  return (
    <span className="btns end">
      {view.hasPast && moment === undefined && <MomentButton subject={record._links?.self} log={view.log} small />}
      {isComparable(view) && record._links?.self && (
        <Link className="btn is-small" to={aspectOf(pathAbove(path), COMPARE) + withCompared("", [record.id])}>
          <Icon name="columns" size={14} />
          Compare with …
        </Link>
      )}
      {view.writable.update.length > 0 && (
        <Link className="btn is-small" to={aspectOf(path, "edit")}>
          <Icon name="edit" size={14} />
          Edit
        </Link>
      )}
      {record._links?.self && (
        <ShareButton
          title={String(record[view.title] ?? record.id)}
          path={path}
          hasPast={view.hasPast}
          picture={view.isSystem ? undefined : "face"}
          isFramable={false}
          small
        />
      )}
      {isDeletable(view) && record._links?.self && <DeleteButton view={view} record={record} />}
      <Neighbors record={record} />
    </span>
  );
}
