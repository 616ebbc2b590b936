/** The facts of an item, beside it: on the side that is emptier. */
import type { Field } from "../../../../../kit/description/model.ts";
import { Value } from "../../../fields/show/value.tsx";
import { dateText } from "../../../units.ts";
import { knownDay } from "../items.ts";
import { BAR, type Mark } from "../layout.ts";
import type { TimelineParts } from "../parts.ts";

const WIDTH = 240;
const GAP = 12;
/** Enough for its longest content; it is only moved down where there is less room above. */
const HEIGHT = 150;

/** The tip of a mark. */
export function Tip({
  mark,
  parts,
  parent,
  width,
}: {
  readonly mark: Mark;
  readonly parts: TimelineParts;
  /** The title of the record above. */
  readonly parent: string | undefined;
  readonly width: number;
}) {
  const { item } = mark;
  const { record } = item;
  const known = knownDay(item);
  const fields = [parts.from, parts.to, parts.color].filter((field) => field !== undefined);
  return (
    <div className="tip" style={placeOf(mark, width)}>
      <b dir="auto">{item.title}</b>
      {parts.state && <Value field={parts.state} record={record} />}
      <dl>
        {fields.map((field) => (
          <Row key={field.name} field={field} mark={mark} />
        ))}
        {known !== undefined && (
          <>
            <dt>known until</dt>
            <dd>{dateText(known)}</dd>
          </>
        )}
        {parts.parent && item.parent !== undefined && (
          <>
            <dt>{parts.parent.label.toLowerCase()}</dt>
            <dd>{parent ?? item.parent}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Row({ field, mark }: { readonly field: Field; readonly mark: Mark }) {
  return (
    <>
      <dt>{field.label.toLowerCase()}</dt>
      <dd>
        <Value field={field} record={mark.item.record} hue={field.kind === "enum" ? mark.item.hue : undefined} />
      </dd>
    </>
  );
}

/**
 * Places the tip left of the mark if there is more room, otherwise at its right; above its label where it would cover
 * it.
 */
function placeOf({ x0, room, hasLabel, x1, y }: Mark, width: number) {
  const end = Math.min(hasLabel ? room : x1, width);
  const isLeft = x0 > width - end;
  const left = isLeft ? x0 - GAP - WIDTH : end + GAP;
  return {
    left: Math.max(0, Math.min(width - WIDTH, left)),
    // On a narrow page it would stand on the mark.
    top: left < 0 || left > width - WIDTH ? y + BAR + GAP : Math.max(0, y - HEIGHT / 2),
    width: WIDTH,
  };
}
