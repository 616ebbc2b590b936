/** Pages that do not have to be searched for, and commands that work on all pages. */

import type { Description } from "../../../../kit/description/model.ts";
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { shortcutsOpen } from "../frame/keys/shortcuts.ts";
import { singleKeys } from "../frame/keys/single-keys.ts";
import { THEMES, theme } from "../frame/theme.ts";
import { keyRequest } from "../key/key-request.ts";
import { panelOpen } from "../request-panel/is-open.ts";
import { savedViews } from "../views/stored.ts";
import type { PaletteEntry } from "./entry.ts";

/** Returns the entries of pages: the start, lists, pictures, saved views. */
export function pages({ collections, home }: Description): PaletteEntry[] {
  const lists = collections.map(({ path, heading }) => ({ id: `page ${path}`, label: heading, to: pageOf(path) }));
  const pictures = collections.flatMap((view) =>
    view.pictures.map((picture) => ({
      id: `page ${view.path} ${picture.kind}`,
      label: titleOf(picture, view),
      hint: "picture",
      to: aspectOf(view.path, picture.kind),
    })),
  );
  const changes = home("events") ? [{ id: "page changes", label: "Changes", to: "/-/changes" }] : [];
  const views = savedViews.get().map(({ name, address }) => ({
    id: `view ${name}`,
    label: name,
    hint: "saved view",
    to: address,
  }));
  return [{ id: "page /", label: "Home", to: "/" }, ...lists, ...changes, ...pictures, ...views];
}

/** Returns the entries of commands. */
export function actions(hasKey: boolean): PaletteEntry[] {
  return [
    {
      id: "do key",
      label: hasKey ? "Your key: permissions, forget it" : "Enter a key",
      icon: "key",
      run: () => keyRequest.set({ byPerson: true }),
    },
    {
      id: "do requests",
      label: "Requests of this page",
      hint: "Ctrl .",
      icon: "requests",
      run: () => panelOpen.set(true),
    },
    ...THEMES.filter((each) => each !== theme.get()).map((each) => ({
      id: `do theme ${each}`,
      label: each === "system" ? "Theme: system" : `Theme: ${each}`,
      icon: "theme" as const,
      run: () => theme.set(each),
    })),
    {
      id: "do keys",
      label: `Single-key shortcuts: turn ${singleKeys.get() ? "off" : "on"}`,
      hint: "/",
      run: () => singleKeys.set(!singleKeys.get()),
    },
    { id: "do shortcuts", label: "Keys", hint: "?", run: () => shortcutsOpen.set(true) },
    { id: "do reference", label: "API reference", icon: "leave", run: () => location.assign("/docs") },
  ];
}
