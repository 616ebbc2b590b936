/** The palette: searches records, opens pages, and runs commands, all by keyboard. */
import { type KeyboardEvent, type PointerEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { TextField } from "react-aria-components/TextField";
import { useNavigate } from "react-router";
import { quantity } from "../../units.ts";
import { Icon } from "../icon.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import type { PaletteEntry, PaletteGroup } from "./entry.ts";
import { paletteOpen } from "./is-open.ts";
import { partsOf } from "./matches.ts";
import { keepRecent } from "./recent.ts";
import { TypeAhead } from "./typed-ahead.tsx";
import { type FoundGroup, useGroups } from "./use-groups.ts";

/** The keys that choose an entry. */
const MOVES = /^(?:Arrow|Page|Home|End)/;

/** A palette that is part of a page. */
interface InPlace {
  /** The text that is typed into it at first. */
  readonly initial: string;
  readonly onClose: () => void;
}

/** The open palette: in a dialog, or in its place on a page. */
export default function Palette({ inPlace }: { readonly inPlace?: InPlace }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed);
  const inNewTab = useRef(false);
  /** Another than the first entry was chosen since something was typed. */
  const isMoved = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const { groups, isPending, instead, marked } = useGroups(query);
  const isSettled = query === typed && !isPending;
  // Enter must not open a record of another name unseen.
  const first = instead ? undefined : groups[0]?.entries[0];
  const close = inPlace?.onClose ?? (() => paletteOpen.set(false));
  const choose = (id: string) => {
    const entry = groups.flatMap(({ entries }) => entries).find((each) => each.id === id);
    if (!entry) return;
    close();
    keepRecent(entry);
    if (entry.to === undefined) entry.run?.();
    else if (inNewTab.current) open(entry.to, "_blank", "noopener");
    else void navigate(entry.to);
  };
  const type = (text: string) => {
    isMoved.current = false;
    setTyped(text);
  };
  const watch = ({ ctrlKey, metaKey }: KeyboardEvent | PointerEvent) => {
    inNewTab.current = ctrlKey || metaKey;
  };
  // Enter opens what is chosen; if nothing is found yet, the first entry that is.
  const isEntered = useRef(false);
  const watchKey = (event: KeyboardEvent) => {
    watch(event);
    if (MOVES.test(event.key)) isMoved.current = true;
    isEntered.current = event.key === "Enter" && !isSettled && !chosenIn(event.currentTarget);
    if (event.key !== "Escape" || !inPlace) return;
    event.stopPropagation();
    if (typed === "") close();
    else setTyped("");
  };
  useEffect(() => {
    if (isEntered.current && isSettled && first) choose(first.id);
  });
  // The list keeps what was the first for a part of the text, which may be behind what is better now.
  useEffect(() => {
    if (isMoved.current || !isSettled || !first || typed.trim() === "") return;
    // The list draws its entries after the palette.
    const frame = requestAnimationFrame(() => {
      if (isMoved.current || chosenIn(input.current?.closest(".palette"))?.dataset.key === first.id) return;
      input.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    });
    return () => cancelAnimationFrame(frame);
  });
  const content = (
    <div className="palette" onKeyDownCapture={watchKey} onPointerDownCapture={watch}>
      <Autocomplete inputValue={typed} onInputChange={type} disableAutoFocusFirst={instead !== undefined}>
        <TextField className="q" aria-label="Search or go to" autoFocus>
          <Icon name="search" size={18} />
          <Input
            ref={input}
            dir="auto"
            role="combobox"
            aria-expanded
            placeholder="Names, words, days …"
            autoComplete="off"
            spellCheck={false}
          />
          {typed !== "" && <kbd>Esc</kbd>}
          <TypeAhead input={input} initial={inPlace?.initial} />
        </TextField>
        {instead && groups.length > 0 && <p className="soft small none-found">{instead}</p>}
        <ListBox
          className="found"
          aria-label="Results"
          items={groups}
          onAction={(id) => choose(String(id))}
          renderEmptyState={() => <p className="soft none-found">{isPending ? "Searching …" : instead}</p>}
        >
          {(group) => <Group group={group} query={marked} />}
        </ListBox>
      </Autocomplete>
      <footer aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> select
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Ctrl Enter</kbd> new tab
        </span>
        <span>
          <kbd>&gt;</kbd> commands
        </span>
      </footer>
      <span className="sr" role="status">
        {query.trim() !== "" && !isPending && `${instead ?? ""} ${quantity(countOf(groups), "result")}`}
      </span>
    </div>
  );
  if (inPlace) return content;
  return (
    <Dialog isOpen onClose={close} title="Search or go to" titleHidden size="palette">
      {content}
    </Dialog>
  );
}

/** The entry that Enter opens. */
function chosenIn(palette: Element | null | undefined): HTMLElement | null | undefined {
  return palette?.querySelector<HTMLElement>("[role=option][data-focused]");
}

function countOf(groups: readonly PaletteGroup[]): number {
  return groups.reduce((sum, { entries }) => sum + entries.length, 0);
}

function Group({ group, query }: { readonly group: FoundGroup; readonly query: string }) {
  return (
    <ListBoxSection id={group.id}>
      <Header className="h3">
        {group.heading} {group.count && <span className="count">{group.count}</span>}
      </Header>
      <Collection items={group.entries}>
        {(entry) => <Entry entry={entry} query={group.isMarked === false ? "" : (entry.marked ?? query)} />}
      </Collection>
    </ListBoxSection>
  );
}

function Entry({ entry, query }: { readonly entry: PaletteEntry; readonly query: string }) {
  return (
    <ListBoxItem id={entry.id} textValue={entry.label} className="entry">
      <i>{entry.icon ? <Icon name={entry.icon} /> : <i className="ring-sw" />}</i>
      <bdi className="named">
        {partsOf(entry.label, query).map(({ text, isMatch }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
          isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </bdi>
      {entry.hint && <span className="at">{entry.hint}</span>}
    </ListBoxItem>
  );
}
