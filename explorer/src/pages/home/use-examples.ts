/** Finds queries to begin with in what the registry has. */
import type { View } from "../../../../kit/description/model.ts";
import { midSentence, words } from "../../../../kit/description/words.ts";
import { useDescription } from "../../description/use-description.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import { dateText } from "../../units.ts";
import { type Pictured, partOf } from "./pictures.ts";

/** Returns a list of the record that has most of them, the first day of the timeline, and what has failed. */
export function useExamples({
  views,
  timeline,
}: {
  readonly views: readonly View[];
  readonly timeline: Pictured | undefined;
}): string[] {
  const { views: all } = useDescription();
  const { mayRead } = useRights();
  const below = all.find(({ parent, kind, isPrivate, one }) => {
    const above = views.find(({ resource }) => resource === parent);
    return kind === "collection" && !isPrivate && above?.sortable.includes(`${one}_count`);
  });
  const above = views.find(({ resource }) => resource === below?.parent);
  const most = useGet(
    above && below && mayRead(above)
      ? `${above.path}?sort=${below.one}_count:desc&limit=1&fields=${above.title}`
      : undefined,
    { poll: false },
  );
  const from = timeline && partOf(timeline, "from");
  const view = timeline?.view;
  const earliest = useGet(
    view && from && mayRead(view)
      ? `${view.path}?${from.name}_exists=true&sort=${from.name}&limit=1&fields=${from.name}`
      : undefined,
    { poll: false },
  );
  const record: Data | undefined = above && most.data?.data[above.plural]?.[0];
  const day: string | undefined = view && from && earliest.data?.data[view.plural]?.[0]?.[from.name];
  const state = view?.fields.find(({ kind }) => kind === "lifecycle");
  const failed = state?.values.find((value) => state.tones[value] === "fault");
  return [
    record && below && `${midSentence(below.heading)} of ${record[above!.title] ?? record.id}`,
    day && dateText(day),
    view && failed && `${words(failed)} ${midSentence(view.heading)}`,
  ].filter((example) => typeof example === "string");
}
