/** The legend of groups. It is also their tip: it counts the group that is pointed at. */
import { useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { textWidth } from "../layout/text-width.ts";
import { amountText } from "./numbers/amounts.ts";
import type { Drawn, Row } from "./numbers/drawn.ts";
import { amountWords } from "./numbers/say.ts";

/** The size of its words, and how much wider they are than those in pictures. */
const SIZE = 13;
const WIDER = 1.1;
/** Around a name, in pixels. */
const PADDING = 14;
/** The width of a digit. */
const DIGIT = 0.66;

/** The categories with their numbers. Words that come and go keep their room, so that nothing moves. */
export function GroupsLegend({
  drawn,
  view,
  hot,
}: {
  readonly drawn: Drawn;
  readonly view: View;
  /** The group that is pointed at. */
  readonly hot: Row | undefined;
}) {
  const { shape, categories, all } = drawn;
  // It is drawn again with each move of the pointer.
  const room = useMemo(() => roomOf(drawn, view), [drawn, view]);
  const written = (amount: number | undefined) => (amount === undefined ? undefined : amountText(shape, amount));
  return (
    <ul className="legend is-tip">
      <li className="key" style={{ minWidth: room.name }}>
        <b>{hot?.name ?? "All"}</b>
        <span className="count">{amountWords(shape, view, hot ? hot.amount : all.amount)}</span>
      </li>
      {categories
        .filter(({ isAll }) => !isAll)
        .map(({ key, name, hue, amount }) => {
          const own = hot?.pieces.get(key)?.amount;
          const total = written(amount);
          return (
            <li key={key} className={hot && own === undefined ? "key is-zero" : "key"}>
              <i className={`sw c${hue}`} />
              <bdi>{name}</bdi>
              <span className="count">
                <b style={{ minWidth: `${(room.digits.get(key) ?? 1) * DIGIT}em` }}>
                  {hot ? (written(own) ?? (shape.measure ? "·" : "0")) : (total ?? "")}
                </b>
                {total !== undefined && <span style={{ visibility: hot ? undefined : "hidden" }}> of {total}</span>}
              </span>
            </li>
          );
        })}
    </ul>
  );
}

/** Returns the width of the longest name with its number, and for each category the length of its longest number. */
function roomOf({ shape, rows, categories, all }: Drawn, view: View) {
  const names = [{ name: "All", amount: all.amount }, ...rows].map(
    ({ name, amount }) => `${name}  ${amountWords(shape, view, amount)}`,
  );
  const lengthOf = ({ amount }: { readonly amount: number | undefined }) =>
    amount === undefined ? 1 : amountText(shape, amount).length;
  return {
    name: Math.max(...names.map((text) => textWidth(text, SIZE) * WIDER)) + PADDING,
    digits: new Map(
      categories.map((category) => {
        const own = rows.flatMap(({ pieces }) => pieces.get(category.key) ?? []);
        return [category.key, Math.max(...[category, ...own].map(lengthOf))];
      }),
    ),
  };
}
