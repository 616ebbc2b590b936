/** The day of a presence, and the player that moves it. Only what shows the day is rendered again with it. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useFragment } from "../../../address/use-fragment.ts";
import { dayAfter, startOf } from "../../play/play.ts";
import { type Player, usePlayer } from "../../play/use-player.ts";
import { clamp, dateOf } from "../../time/days.ts";
import { useDay } from "../../time/use-day.ts";
import { useToday } from "../../time/use-today.ts";

/** The first and the last day that a player shows. */
export interface Bounds {
  readonly first: number;
  readonly last: number;
}

interface ShownDay extends Bounds {
  readonly day: number;
  /** The latest day that can be chosen: today, even if it is not known. */
  readonly most: number;
  /** The day that is said: while the picture plays, one of each year. */
  readonly said: number;
  /** Changes the day; a play pauses. */
  readonly setDay: (day: number) => void;
  readonly player: Player;
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
}

/** The speeds, in months a second. */
export const SPEEDS = { month: 1, quarter: 3, year: 12 } as const;

/** The name of a speed. */
export type Speed = keyof typeof SPEEDS;

const Shown = createContext<ShownDay | undefined>(undefined);

/** Returns the day that is shown. */
export function useShownDay(): ShownDay {
  return useContext(Shown)!;
}

/** Keeps the day of what is in it. */
export function DayProvider({ first, last, children }: Bounds & { readonly children: ReactNode }) {
  const most = Math.max(last, useToday());
  const [named, settle, move] = useDay(last);
  const day = clamp(named, first, most);
  const [speed, setSpeed] = useState<Speed>("year");
  const player = usePlayer(
    {
      start: () => startOf(day, { first, last }),
      after: (from, elapsed, isStepped) => dayAfter(elapsed, { from, last, monthsPerSecond: SPEEDS[speed], isStepped }),
      ...{ last, move, settle },
    },
    speed,
  );
  const address = useFragment()[0].get("day");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address names another day
  useEffect(player.stop, [address]);
  const [said, say] = useState(day);
  if (said !== day && !(player.isPlaying && yearOf(said) === yearOf(day))) say(day);
  const setDay = (to: number) => {
    player.stop();
    settle(to);
  };
  return <Shown value={{ day, most, said, setDay, first, last, player, speed, setSpeed }}>{children}</Shown>;
}

function yearOf(day: number): number {
  return dateOf(day).getUTCFullYear();
}
