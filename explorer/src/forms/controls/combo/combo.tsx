/** A box to type in, with choices below it. The first one is marked: Enter takes it and goes on. */
import "../../../../style/adding.css";
import { type ComponentProps, type KeyboardEvent, useContext, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "../../../components/icon.tsx";
import { type Choice, ChoiceList } from "./choice-list.tsx";
import { RowContext } from "./row-context.ts";

/** Props of `Combo`. */
interface ComboProps {
  /** Those of the input. */
  readonly input: ComponentProps<"input"> & { readonly id: string };
  readonly icon?: IconName;
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly choices: readonly Choice[];
  /** Whether the choices for the text are not known yet. */
  readonly isSearching?: boolean;
  /** Whether only a choice is a value: then Tab takes the marked one as well. */
  readonly isStrict?: boolean;
  readonly take: (choice: Choice) => void;
}

/** The combobox of the ARIA Authoring Practices with a list that may be marked from the beginning. */
export function Combo({
  input,
  icon,
  text,
  setText,
  choices,
  isSearching = false,
  isStrict = false,
  take,
}: ComboProps) {
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  const row = useContext(RowContext);
  const [isOpen, setIsOpen] = useState(false);
  const [moved, setMoved] = useState<string>();
  // Whether the box was left before the choices were known: then the first one is taken later.
  const isEarly = useRef(false);
  const [best] = choices;
  const first = text === "" || best?.to !== undefined ? undefined : best;
  const isShown = isOpen && choices.length > 0;
  const marked = isShown ? (choices.find(({ id }) => id === moved) ?? first) : undefined;
  const close = () => {
    setIsOpen(false);
    setMoved(undefined);
  };
  const choose = (choice: Choice) => {
    close();
    if (choice.to !== undefined) return void open(choice.to, "_blank", "noopener");
    take(choice);
  };
  const chooseAndGoOn = (choice: Choice) => {
    choose(choice);
    if (choice.to === undefined) row.goOn(box.current!);
  };
  const beginWaiting = () => {
    if (!isEarly.current) row.count(1);
    isEarly.current = true;
  };
  const endWaiting = () => {
    if (isEarly.current) row.count(-1);
    isEarly.current = false;
  };
  useEffect(() => {
    if (!isEarly.current || isSearching) return;
    endWaiting();
    if (first) choose(first);
  });
  const move = (by: number) => {
    setIsOpen(true);
    const at = marked ? choices.indexOf(marked) : by > 0 ? -1 : choices.length;
    setMoved(choices.at((at + by) % choices.length)?.id);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    if (event.nativeEvent.isComposing) return;
    if (steps[key] !== undefined && choices.length > 0) {
      event.preventDefault();
      move(steps[key]);
    } else if (key === "Escape" && isShown) {
      event.preventDefault();
      close();
    } else if (key === "Enter" && (marked || (isOpen && isSearching))) {
      event.preventDefault();
      if (marked && (marked.id === moved || !isSearching)) chooseAndGoOn(marked);
      else {
        beginWaiting();
        row.goOn(box.current!);
      }
    } else if (key === "Tab" && isStrict && isOpen && !event.shiftKey) {
      if (isSearching) beginWaiting();
      else if (marked && marked.to === undefined) choose(marked);
    }
  };
  return (
    <span className="combo">
      <span className="input">
        {icon && <Icon name={icon} size={14} />}
        <input
          dir="auto"
          {...input}
          ref={box}
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={marked && `${listId}-${choices.indexOf(marked)}`}
          value={text}
          onChange={({ target }) => {
            endWaiting();
            setMoved(undefined);
            setIsOpen(true);
            setText(target.value);
          }}
          onFocus={() => setIsOpen(true)}
          onClick={() => setIsOpen(true)}
          onBlur={close}
          onKeyDown={press}
        />
      </span>
      {isShown && (
        <ChoiceList
          id={listId}
          labelledBy={`${input.id}-label`}
          {...{ choices, marked, text }}
          choose={chooseAndGoOn}
        />
      )}
    </span>
  );
}
