/** Sets the title, the focus and the scroll position when a page is navigated to. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { momentText } from "../past/moment-text.ts";

/** Keeps the title of the document that of the page: its heading, without counts, and the moment of a past page. */
export function useTitle(main: RefObject<HTMLElement | null>, service: string, moment?: string): void {
  useEffect(() => {
    const element = main.current!;
    const then = moment === undefined ? "" : `, as of ${momentText(moment)}`;
    const update = () => {
      const heading = textOf(element.querySelector("h1"));
      document.title = heading === "" || heading === service ? service : `${heading}${then} · ${service}`;
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [main, service, moment]);
}

/** Returns what a heading calls its page: its text, or a name of its own if it says something else. */
function textOf(heading: HTMLElement | null): string {
  if (heading?.dataset.title !== undefined) return heading.dataset.title;
  const copy = heading?.cloneNode(true) as Element | undefined;
  for (const count of copy?.querySelectorAll(".total, .sr") ?? []) count.remove();
  return copy?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/** Moves the focus to the heading of each page after the first, as soon as there is one; that reads it out. */
export function useArrivalFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = "";
    const element = main.current!;
    let focused: HTMLElement | undefined;
    const focus = () => {
      const heading = element.querySelector<HTMLElement>("h1");
      // The heading of a loaded page takes the place of that of its skeleton.
      if (!heading || heading === focused || focused?.isConnected) return;
      focused = heading;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    focus();
    const observer = new MutationObserver(focus);
    // A person who has started to use the page is not interrupted.
    const stop = () => {
      observer.disconnect();
      removeEventListener("pointerdown", stop);
      removeEventListener("keydown", stop);
    };
    observer.observe(element, { childList: true, subtree: true });
    addEventListener("pointerdown", stop);
    addEventListener("keydown", stop);
    return stop;
  }, [main, pathname]);
}

/** The scroll position of each entry of the history. */
const positions = new Map<string, number>();

/** Scrolls a new page to its top; on Back and Forward, to where it was scrolled to, as soon as it is long enough. */
export function useScrollPosition(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const path = useRef(pathname);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const isSamePage = path.current === pathname;
    path.current = pathname;
    const stored = readPosition(key);
    const keep = () => writePosition(key, scrollY);
    addEventListener("scrollend", keep);
    const wanted = type === "POP" ? stored : isSamePage ? undefined : 0;
    // A document begins at its top; to scroll there would lay out a page that has no rows yet.
    const isThere = wanted === undefined || (wanted === 0 && isFirst.current);
    isFirst.current = false;
    const stop = isThere ? () => {} : scrollWhenLongEnough(main.current!, wanted);
    return () => {
      stop();
      removeEventListener("scrollend", keep);
    };
  }, [key, pathname, type, main]);
}

function scrollWhenLongEnough(main: HTMLElement, top: number): () => void {
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: "instant" });
    if (Math.abs(scrollY - top) < 2) stop();
  });
  const stop = () => {
    observer.disconnect();
    removeEventListener("wheel", stop);
    removeEventListener("pointerdown", stop);
    removeEventListener("keydown", stop);
  };
  scrollTo({ top, behavior: "instant" });
  if (Math.abs(scrollY - top) < 2) return stop;
  observer.observe(main);
  addEventListener("wheel", stop, { passive: true });
  addEventListener("pointerdown", stop);
  addEventListener("keydown", stop);
  return stop;
}

const NAME = "explorer-scroll";

function readPosition(key: string): number {
  return positions.get(key) ?? (key === "default" ? 0 : Number(sessionStorage.getItem(`${NAME} ${key}`) ?? 0));
}

function writePosition(key: string, top: number): void {
  positions.set(key, top);
  sessionStorage.setItem(`${NAME} ${key}`, String(Math.round(top)));
}
