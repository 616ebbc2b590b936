/** A part of the page of a record: a list below it, or a record of which there is at most one. */

import type { View } from "../../../../../kit/description/model.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { Link } from "../../../description/past/link.tsx";
import type { Relation } from "../../../fields/record/relations.ts";
import { type Data, useGet } from "../../../requests/queries.ts";
import { useRights } from "../../../requests/rights/rights.ts";
import { RelationAction } from "../../webhooks/relation-action.tsx";
import { PresentContext } from "../past/present-record.ts";
import { PartValues } from "../values.tsx";
import { ListSection } from "./list-section.tsx";
import { Section } from "./section-frame.tsx";

/** A list or a one-to-one that a record links to. */
export function RelationSection({ relation, record }: { readonly relation: Relation; readonly record: Data }) {
  const { mayRead } = useRights();
  const { view, heading } = relation;
  const isReadable = mayRead(view);
  if (isReadable === undefined) return null;
  if (!isReadable)
    return (
      <Section heading={heading}>
        <NeedsScope view={view} />
      </Section>
    );
  return relation.kind === "list" ? (
    <ListSection
      heading={heading}
      path={relation.path}
      view={view}
      action={<RelationAction view={view} path={relation.path} record={record} />}
    />
  ) : (
    <SingleSection relation={relation} record={record} />
  );
}

/** Says which scope reading private records requires. */
function NeedsScope({ view }: { readonly view: View }) {
  return (
    <p className="soft">
      These records are private: reading them requires a key
      {view.scopes.read && (
        <>
          {" "}
          with the scope <code>{view.scopes.read}</code>
        </>
      )}
      .
    </p>
  );
}

/** A record of which there is at most one; the answer for the record above usually embeds it. */
function SingleSection({ relation, record }: { readonly relation: Relation; readonly record: Data }) {
  const embedded: Data | null | undefined = record._embedded?.[relation.name];
  const { data, error } = useGet(embedded === undefined ? relation.path : undefined);
  const single = embedded === undefined ? data?.data : embedded;
  const isAbsent = single === null || error !== null;
  const { view, heading, path } = relation;
  const more = single ? (
    <Link to={pageOf(path)}>Open</Link>
  ) : (
    isAbsent && view.writable.create.length > 0 && <Link to={aspectOf(path, "new")}>Add</Link>
  );
  return (
    <Section heading={heading} more={more} isEmpty={isAbsent}>
      {isAbsent && <p className="soft">None recorded.</p>}
      {single && (
        <PresentContext value={undefined}>
          <PartValues view={view} record={single} />
        </PresentContext>
      )}
    </Section>
  );
}
