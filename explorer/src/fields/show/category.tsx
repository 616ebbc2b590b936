/** Words of a fixed set. */

import type { Field } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { State } from "./state.tsx";

/** The word of an enum: as a state if it has a tone, after a square if pictures have a color for it. */
export function Category({
  field,
  value,
  hue,
}: {
  readonly field: Field;
  readonly value: string;
  readonly hue?: number | undefined;
}) {
  const tone = field.tones[value];
  if (tone) return <State value={value} tone={tone} />;
  if (hue === undefined) return words(value);
  return (
    <span className="kind">
      <i className={`sw c${hue}`} />
      {words(value)}
    </span>
  );
}
