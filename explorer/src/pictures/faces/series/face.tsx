/** The face of a record from the picture `series`: the samples below it, or the line of a sample. */
import { useMemo } from "react";
import { useDescription } from "../../../description/use-description.tsx";
import { partsOf } from "../../series/samples.ts";
import type { FaceProps } from "../face-props.ts";
import { SamplesBelow } from "./below.tsx";
import { SampleLine } from "./sample.tsx";

export default function SeriesFace({ view, picture, record, through, instead = null }: FaceProps) {
  const description = useDescription();
  const self: string = record._links.self;
  const path = through?.path ?? self.slice(0, self.lastIndexOf("/"));
  const list = through?.view ?? description.at(path)?.view ?? view;
  const parts = useMemo(() => partsOf(description, list, picture), [description, list, picture]);
  if (!parts) return null;
  if (!through) return <SampleLine {...{ path, record, parts }} view={list} />;
  return <SamplesBelow {...{ path, parts, instead }} view={list} name={String(record[view.title])} />;
}
