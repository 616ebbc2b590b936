/** The facts of a stay, beside it: on the side that is emptier. */
import type { Field } from "../../../../kit/description/model.ts";
import { dateText } from "../../units.ts";
import { isoOf } from "../time/days.ts";
import type { Mark } from "./layout.ts";
import type { Bar } from "./rows.ts";
import { daysOf, type Stay, sayEnd } from "./stays.ts";

const WIDTH = 260;
const GAP = 12;

/** The tip of a bar. */
export function Tip({
  mark,
  color,
  width,
}: {
  readonly mark: Mark;
  readonly color: Field | undefined;
  readonly width: number;
}) {
  const { member, stay } = mark.bar;
  const isLeft = mark.x0 > width - mark.x1;
  const left = isLeft ? mark.x0 - GAP - WIDTH : mark.x1 + GAP;
  const isBeside = left >= 0 && left <= width - WIDTH;
  return (
    <div
      className="tip"
      style={{
        left: Math.max(0, Math.min(width - WIDTH, left)),
        top: isBeside ? Math.max(0, mark.y - 40) : mark.y + 20,
        width: WIDTH,
      }}
    >
      <b dir="auto">{member.name}</b>
      {color && (
        <span className="kind">
          <i className={`sw c${member.hue}`} />
          {member.category ?? `no ${color.label.toLowerCase()}`}
        </span>
      )}
      <dl>
        <dt>from</dt>
        <dd>{dateText(isoOf(stay.from))}</dd>
        <dt>to</dt>
        <dd>{sayEnd(stay)}</dd>
        <dt>days</dt>
        <dd>{daysOf(stay)}</dd>
        <dt>in</dt>
        <dd>{stay.legs.map(sayLeg).join("; ")}</dd>
      </dl>
    </div>
  );
}

function sayLeg({ title, role }: Stay["legs"][number]): string {
  return role === undefined ? title : `${title}, ${role.replaceAll("_", " ")}`;
}

/** Writes a stay as a sentence. */
export function sayBar({ member, stay }: Bar): string {
  const time = `${dateText(isoOf(stay.from))} to ${sayEnd(stay)}`;
  return [member.name, member.category, time, stay.legs.map(sayLeg).join("; ")].filter(Boolean).join(", ");
}
