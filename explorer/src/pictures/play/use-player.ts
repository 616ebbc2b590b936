/** Plays a picture: a number moves with the clock until it is paused, the page is hidden, or the end is reached. */
import { useEffect, useRef, useState } from "react";
import { singleKeys } from "../../components/frame/keys/single-keys.ts";

/** A number that is played. */
export interface Played {
  /** Returns where a play begins. */
  readonly start: () => number;
  /** Returns what it has reached after so many milliseconds since it began. */
  readonly after: (from: number, elapsed: number, isStepped: boolean) => number;
  readonly last: number;
  /** Shows what it has reached. */
  readonly move: (to: number) => void;
  /** Keeps where it was paused. */
  readonly settle: (at: number) => void;
}

/** A player. */
export interface Player {
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  readonly pause: () => void;
  /** Stops it where something else is shown now, so that nothing of it is kept. */
  readonly stop: () => void;
}

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns a player; of nothing, one that does nothing. Space plays and pauses, unless the focus is on what uses it. Another speed goes on from there. */
export function usePlayer(played: Played | undefined, speed: unknown): Player {
  const [isPlaying, setPlaying] = useState(false);
  const latest = useRef(played);
  latest.current = played;
  const at = useRef<number>(undefined);
  const stop = () => {
    at.current = undefined;
    setPlaying(false);
  };
  const pause = () => {
    if (at.current !== undefined) latest.current?.settle(at.current);
    stop();
  };
  const toggle = () => {
    if (at.current !== undefined) return pause();
    if (!latest.current) return;
    at.current = latest.current.start();
    setPlaying(true);
  };
  const actions = useRef({ pause, toggle });
  actions.current = { pause, toggle };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another speed begins anew
  useEffect(() => {
    if (!isPlaying || at.current === undefined) return;
    const from = at.current;
    let began: number | undefined;
    let frame = requestAnimationFrame(function draw(now) {
      if (!latest.current || at.current === undefined) return;
      began ??= now;
      const { after, move, last } = latest.current;
      const to = after(from, now - began, lessMotion.matches);
      if (to !== at.current) move(to);
      at.current = to;
      if (to >= last) actions.current.pause();
      else frame = requestAnimationFrame(draw);
    });
    const hide = () => document.hidden && actions.current.pause();
    document.addEventListener("visibilitychange", hide);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [isPlaying, speed]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!latest.current || event.key !== " " || event.defaultPrevented || !isFree(event)) return;
      event.preventDefault();
      if (!event.repeat) actions.current.toggle();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return { isPlaying, toggle, pause, stop };
}

/** Returns whether Space is free: nothing that has the focus uses it. */
function isFree({ target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const uses = "input, textarea, select, button, summary, [contenteditable], [role=dialog]";
  const isUsed = target instanceof Element && target.closest(uses) !== null;
  return singleKeys.get() && !isUsed && !ctrlKey && !metaKey && !altKey && !shiftKey;
}
