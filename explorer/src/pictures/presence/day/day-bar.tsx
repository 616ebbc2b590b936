/** The player of a presence, and the steps of its day. */
import type { View } from "../../../../../kit/description/model.ts";
import { Button } from "../../../components/button.tsx";
import { countText, dateText } from "../../../units.ts";
import { PlayerBar } from "../../play/player-bar.tsx";
import { isoOf } from "../../time/days.ts";
import { hereOn, unknownOn } from "../heads.ts";
import type { Member } from "../stays.ts";
import { SPEEDS, type Speed, useShownDay } from "./day-context.tsx";
import { DayInput } from "./day-input.tsx";

const SECONDS = Object.keys(SPEEDS).map((value) => ({ value, label: `a ${value}` }));

/** The player, the day, and how many are there. */
export function DayBar({ members, view }: { readonly members: readonly Member[]; readonly view: View }) {
  const { day, first, last, most, setDay, player, speed, setSpeed } = useShownDay();
  const here = hereOn(members, day).length;
  const unknown = unknownOn(members, day);
  const count = `${countText(here)} ${here === 1 ? view.noun : view.heading.toLowerCase()}`;
  // Said where it stops, too: the hatch that says it is narrow if all years are shown.
  const isEnd = day === last && unknownOn(members, last + 1) > 0;
  const end = unknown > 0 ? `, not known for ${countText(unknown)}` : isEnd ? "; not known after this day" : "";
  return (
    <PlayerBar
      {...{ player, speed }}
      now={dateText(isoOf(day))}
      note={count + end}
      speeds={SECONDS}
      onSpeed={(name) => setSpeed(name as Speed)}
    >
      <span className="joined">
        <Button small icon="first" label="First day" onClick={() => setDay(first)} />
        <Button small icon="left" label="Previous day" onClick={() => setDay(day - 1)} />
        <DayInput {...{ day, first, most, setDay }} onFocus={player.pause} />
        <Button small icon="right" label="Next day" onClick={() => setDay(day + 1)} />
        <Button small icon="last" label="Last known day" onClick={() => setDay(last)} />
      </span>
    </PlayerBar>
  );
}
