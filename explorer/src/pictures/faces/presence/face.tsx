/** The face of a record from the picture `presence`: its own stays, or those of the members of records that refer to it. */
import { useMemo } from "react";
import { useDescription } from "../../../description/use-description.tsx";
import { partsOf } from "../../presence/parts.ts";
import type { FaceProps } from "../face-props.ts";
import { OwnStays } from "./own.tsx";
import { Visitors } from "./visitors.tsx";

export default function Face({ view, picture, record, through }: FaceProps) {
  const description = useDescription();
  const members = through ? description.views.find(({ pictures }) => pictures.includes(picture)) : view;
  const parts = useMemo(() => members && partsOf(description, members, picture), [description, members, picture]);
  if (!members || !parts) return null;
  return through ? (
    <Visitors {...{ members, parts }} name={String(record[view.title])} path={through.path} />
  ) : (
    <OwnStays {...{ view, record, parts }} />
  );
}
