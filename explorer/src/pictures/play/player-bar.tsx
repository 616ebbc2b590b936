/** The bar of a player: play or pause, what is shown, and the speed. */
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { type Segment, Segments } from "../time/segments.tsx";
import type { Player } from "./use-player.ts";

/** The bar. Its children are other ways to change what is shown. */
export function PlayerBar({
  player,
  now,
  note,
  speeds,
  speed,
  onSpeed,
  children,
}: {
  readonly player: Player;
  /** The day or time that is shown. */
  readonly now: string;
  readonly note: string;
  /** The lengths that a second can stand for. */
  readonly speeds: readonly Segment[];
  readonly speed: string;
  readonly onSpeed: (speed: string) => void;
  readonly children?: ReactNode;
}) {
  const { isPlaying, toggle } = player;
  return (
    <div className="player">
      <Button
        look="main"
        className="is-play"
        icon={isPlaying ? "pause" : "play"}
        label={isPlaying ? "Pause" : "Play"}
        onClick={toggle}
      />
      <span className="now">
        <b dir="auto">{now}</b> {note}
      </span>
      <Segments label="A second is" segments={speeds} value={speed} onChange={onSpeed} />
      {children}
    </div>
  );
}
