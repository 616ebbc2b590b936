/** The palette: searches records, opens pages, and runs commands, all by keyboard. */
import { type KeyboardEvent, type PointerEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { TextField } from "react-aria-components/TextField";
import { useNavigate } from "react-router";
import { useDescription } from "../../description/use-description.tsx";
import { useCaller } from "../../requests/caller.ts";
import { useGet } from "../../requests/queries.ts";
import { quantity } from "../../units.ts";
import { Icon } from "../icon.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import type { PaletteEntry, PaletteGroup } from "./entry.ts";
import { paletteOpen } from "./is-open.ts";
import { matches, partsOf } from "./matches.ts";
import { actions, pages } from "./pages.ts";
import { keepRecent, recentEntries } from "./recent.ts";
import { groupsOf, isApproximate, listsOf, searchPath } from "./results.ts";
import { TypeAhead } from "./typed-ahead.tsx";

/** The open palette. */
export default function Palette() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed);
  const inNewTab = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const { groups, isPending, isClose, total } = useGroups(query);
  const isSettled = query === typed && !isPending;
  // Enter must not open a record of another name unseen.
  const first = isClose ? undefined : groups[0]?.entries[0];
  const close = () => paletteOpen.set(false);
  const choose = (id: string) => {
    const entry = groups.flatMap(({ entries }) => entries).find((each) => each.id === id);
    if (!entry) return;
    close();
    keepRecent(entry);
    if (entry.to === undefined) entry.run?.();
    else if (inNewTab.current) open(entry.to, "_blank", "noopener");
    else void navigate(entry.to);
  };
  const watch = ({ ctrlKey, metaKey }: KeyboardEvent | PointerEvent) => {
    inNewTab.current = ctrlKey || metaKey;
  };
  // Enter opens what is chosen; if nothing is found yet, the first entry that is.
  const isEntered = useRef(false);
  const watchKey = (event: KeyboardEvent) => {
    watch(event);
    const isChosen = event.currentTarget.querySelector("[role=option][data-focused]") !== null;
    isEntered.current = event.key === "Enter" && !isSettled && !isChosen;
  };
  useEffect(() => {
    if (isEntered.current && isSettled && first) choose(first.id);
  });
  return (
    <Dialog isOpen onClose={close} title="Search or go to" titleHidden size="palette">
      <div className="palette" onKeyDownCapture={watchKey} onPointerDownCapture={watch}>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          <TextField className="q" aria-label="Search or go to" autoFocus>
            <Icon name="search" size={18} />
            <Input
              ref={input}
              role="combobox"
              aria-expanded
              placeholder="Search by name or id, or go to …"
              autoComplete="off"
              spellCheck={false}
            />
            {typed !== "" && <kbd>Esc</kbd>}
            <TypeAhead input={input} />
          </TextField>
          {isClose && <p className="soft small none-found">{`No match for “${query.trim()}”. Similar names:`}</p>}
          <ListBox
            className="found"
            aria-label="Results"
            items={groups}
            onAction={(id) => choose(String(id))}
            renderEmptyState={() => <Nothing query={query} isPending={isPending} />}
          >
            {(group) => <Group group={group} query={query} />}
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
          {total !== undefined && !isPending && quantity(total, isClose ? "similar result" : "result")}
        </span>
      </div>
    </Dialog>
  );
}

function Nothing({ query, isPending }: { readonly query: string; readonly isPending: boolean }) {
  return <p className="soft none-found">{isPending ? "Searching …" : `Nothing found for “${query.trim()}”.`}</p>;
}

function Group({ group, query }: { readonly group: PaletteGroup & { readonly id: string }; readonly query: string }) {
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
      <span className="named">
        {partsOf(entry.label, query).map(({ text, isMatch }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
          isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
      {entry.hint && <span className={`at${entry.isCode ? " mono" : ""}`}>{entry.hint}</span>}
    </ListBoxItem>
  );
}

/** Returns the entries for a query; without one, recent entries and all pages. */
function useGroups(query: string) {
  const description = useDescription();
  const { hasKey } = useCaller();
  const isCommand = query.startsWith(">");
  const text = isCommand ? query.slice(1) : query;
  const path = isCommand ? undefined : searchPath(text);
  const { data, isPlaceholderData, isPending } = useGet(path, { keepPrevious: true, poll: false });
  const answer = path === undefined ? undefined : data?.data;
  const fitting = (entries: readonly PaletteEntry[]) => entries.filter(({ label }) => matches(label, text));
  const isEmpty = text.trim() === "";
  const groups: PaletteGroup[] = isCommand
    ? [{ heading: "Commands", entries: fitting(actions(hasKey)) }]
    : [
        ...(isEmpty
          ? [{ heading: "Recent", entries: recentEntries() }]
          : groupsOf(answer, description, isPlaceholderData ? text : "")),
        { heading: "Pages", entries: fitting(pages(description)) },
        ...(isEmpty ? [] : [listsOf(answer, text, description)]),
        { heading: "Commands", entries: fitting(actions(hasKey)) },
      ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0).map((group) => ({ ...group, id: group.heading })),
    isPending: path !== undefined && (isPending || isPlaceholderData),
    isClose: isApproximate(answer) && !isPlaceholderData,
    total: answer?.total_count as number | undefined,
  };
}
