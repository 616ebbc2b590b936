/** The choices below a box to type in. */
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../../components/icon.tsx";
import { partsOf } from "../../../components/palette/matches.ts";

/** A choice. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Shown beside its name. */
  readonly note?: ReactNode;
  /** A page that is opened beside this one instead; only a person marks it. */
  readonly to?: string;
}

/** Props of `ChoiceList`. */
interface ChoiceListProps {
  readonly id: string;
  readonly labelledBy: string;
  readonly choices: readonly Choice[];
  readonly marked: Choice | undefined;
  readonly text: string;
  readonly choose: (choice: Choice) => void;
}

/** A list in which one is marked; the focus stays in the box above. */
export function ChoiceList({ id, labelledBy, choices, marked, text, choose }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is marked
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [marked?.id]);
  return (
    <div ref={list} id={id} className="pop" role="listbox" aria-labelledby={labelledBy}>
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and the keys
        <div
          key={choice.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice === marked}
          className={choice.to === undefined ? undefined : "leads"}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          {choice.to !== undefined && <Icon name="plus" size={12} />}
          <Marked name={choice.name} text={choice.to === undefined ? text : ""} />
          {choice.note && <span className="at">{choice.note}</span>}
        </div>
      ))}
    </div>
  );
}

/** A name, with what was typed of it. */
function Marked({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <span dir="auto">
      {partsOf(name, text).map(({ text: part, isMatch }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        isMatch ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
      )}
    </span>
  );
}
