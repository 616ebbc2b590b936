/** The opening of the home page: a number that the stays prove, or else the title of the registry. */
import type { RunWords, View } from "../../../../../kit/description/model.ts";
import { midSentence, words } from "../../../../../kit/description/words.ts";
import { isoOf } from "../../../pictures/time/days.ts";
import { countText, dateText } from "../../../units.ts";
import type { Pictured } from "../pictures.ts";
import { lengthOf } from "./run.ts";
import type { Present } from "./use-presence.ts";

/** Props of the headline. */
export interface HeadlineProps {
  readonly title: string;
  readonly presence: Pictured | undefined;
  /** Undefined while it is read. */
  readonly present: Present | null | undefined;
}

/** The heading. Declared words are there from the start, and the number follows. */
export function Headline({ title, presence, present }: HeadlineProps) {
  const said = presence?.picture.run;
  const isAwaited = said !== undefined && present === undefined;
  return (
    <h1 data-title={title} aria-busy={isAwaited || undefined}>
      {isAwaited ? (
        <>
          <i className="skel" /> {said[1]}.
        </>
      ) : (
        (textOf(said, presence, present) ?? title)
      )}
    </h1>
  );
}

function textOf(said: RunWords | undefined, presence: Pictured | undefined, present: HeadlineProps["present"]) {
  if (!presence || !present?.run) return undefined;
  const { here, run } = present;
  if (said) return `${countText(lengthOf(run))} ${said[lengthOf(run) === 1 ? 0 : 1]}.`;
  const { noun, plural } = presence.view;
  return `${countText(here.length)} ${here.length === 1 ? noun : words(plural)} present on ${dateText(isoOf(run.to))}.`;
}

/** The days in a row, and what they are counted from. Its room is there from the start. */
export function Proof({ view, present }: { readonly view: View; readonly present: HeadlineProps["present"] }) {
  if (present === undefined) return <p className="lede is-awaited" />;
  if (!present?.run) return null;
  const { parts, run, day, now } = present;
  const [from, to] = [run.from, run.to].map((each) => dateText(isoOf(each)));
  return (
    <p className="lede">
      {from === to ? to : `From ${from} to ${to}`}, counted from the {midSentence(view.heading)} of the{" "}
      {midSentence(parts.records.heading)} held here.
      {day < now && " Of later days, nothing is known here."}
    </p>
  );
}
