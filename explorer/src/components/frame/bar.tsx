/** The bar above every page: breadcrumbs, search, and commands. */
import { useCaller } from "../../requests/caller.tsx";
import { useHealth } from "../../requests/health.ts";
import { useDating } from "../../requests/past/dating.ts";
import { followingSince, POLL_MS } from "../../requests/polling.ts";
import { type Store, useStore } from "../../store.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { keyRequest } from "../key/key-request.ts";
import { Menu } from "../overlay/menu.tsx";
import type { MenuSection } from "../overlay/menu-list.tsx";
import { paletteOpen } from "../palette/is-open.ts";
import { panelOpen } from "../request-panel/is-open.ts";
import { Crumbs } from "./crumbs.tsx";
import { railShown } from "./rail-state.ts";
import { DATES, dates, NUMBERS, numbers } from "./reader-locale.ts";
import { THEMES, type Theme, theme } from "./theme.ts";

const THEME_WORDS: Readonly<Record<Theme, string>> = { system: "System", light: "Light", dark: "Dark" };
const NUMBER_WORDS: Readonly<Record<(typeof NUMBERS)[number], string>> = {
  ...{ browser: "As the browser", en: "1,234.5", de: "1.234,5", fr: "1\u202f234,5" },
};
const DATE_WORDS: Readonly<Record<(typeof DATES)[number], string>> = {
  ...{ browser: "As the browser", "day first": "20 July 1969", "month first": "July 20, 1969" },
  "year first": "1969-07-20",
};

/** The bar; `openRail` opens what narrow windows have no room for. */
export function Bar({ openRail }: { readonly openRail: () => void }) {
  const isPanelOpen = useStore(panelOpen);
  const isRailShown = useStore(railShown);
  return (
    <header className="bar">
      <Button
        className="wide-only rail-toggle"
        look="bare"
        small
        icon="menu"
        label="Side bar"
        aria-expanded={isRailShown}
        aria-controls="rail"
        onClick={() => railShown.set(!isRailShown)}
      />
      <Button className="narrow-only" look="bare" icon="menu" label="Menu" aria-haspopup="dialog" onClick={openRail} />
      <Crumbs />
      <button
        type="button"
        className="ask"
        aria-haspopup="dialog"
        aria-label="Search or go to … Ctrl K"
        onClick={() => paletteOpen.set(true)}
      >
        <Icon name="search" size={14} />
        <span>Search or go to …</span>
        <kbd>Ctrl K</kbd>
      </button>
      <ConnectionState />
      <span className="joined">
        <Button
          look="bare"
          small
          icon="requests"
          label="Requests (Ctrl .)"
          aria-expanded={isPanelOpen}
          onClick={() => panelOpen.set(!isPanelOpen)}
        />
        <FormMenu />
      </span>
      <KeyButton />
    </header>
  );
}

/** The form in which pages are shown. */
function FormMenu() {
  useStore(theme);
  useStore(numbers);
  useStore(dates);
  return (
    <Menu
      name="Theme, numbers and dates"
      button={{ look: "bare", small: true, icon: "theme", label: "Theme, numbers and dates" }}
      sections={[
        section("Theme", theme, THEMES, THEME_WORDS),
        section("Numbers", numbers, NUMBERS, NUMBER_WORDS),
        section("Dates", dates, DATES, DATE_WORDS),
      ]}
    />
  );
}

function section<T extends string>(
  name: string,
  { get, set }: Store<T>,
  choices: readonly T[],
  labels: Readonly<Record<T, string>>,
): MenuSection {
  return {
    name,
    entries: choices.map((id) => ({ id, label: labels[id] })),
    chosen: [get()],
    onAction: (id) => set(id as T),
  };
}

function KeyButton() {
  const { hasKey, name } = useCaller();
  return (
    <Button
      className="key-button"
      look="bare"
      small
      icon="key"
      aria-haspopup="dialog"
      aria-label={hasKey ? `Your key${name ? `: ${name}` : ""}` : "Add key"}
      onClick={() => keyRequest.set({ byPerson: true })}
    >
      <span>{hasKey ? (name ?? "Your key") : "Add key"}</span>
    </Button>
  );
}

/** The state of the connection: shape and word. */
function ConnectionState() {
  const { offline } = useHealth();
  const { moment } = useDating();
  const isFollowing = useStore(followingSince) !== undefined;
  // What is past stays as it is.
  if (moment !== undefined && !offline) return null;
  if (offline) return <span className="live is-offline">Offline</span>;
  return isFollowing ? (
    <span className="live" title="Changes appear as they happen">
      Live
    </span>
  ) : (
    <span className="live is-polling" title="What has changed since appears with the next update">
      Updates every {POLL_MS / 1_000} s
    </span>
  );
}
