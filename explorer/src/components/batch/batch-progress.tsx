/** Shows the progress of many writes, with the buttons that hold and stop them. */
import type { Batch } from "../../../../kit/send/batch.ts";
import { isOffline } from "../../requests/queries.ts";
import { useStore } from "../../store.ts";
import { countText } from "../../units.ts";
import { Button } from "../button.tsx";
import { ProblemView } from "../problem/problem-view.tsx";

/** The progress of a batch. */
export function BatchProgress<T>({
  batch,
  total,
  name,
  stop = () => batch.stop(),
}: {
  readonly batch: Batch<T>;
  /** The number of its items. */
  readonly total: number;
  /** The name of the progress: `Importing`. */
  readonly name: string;
  /** Stops it; by default only the batch. */
  readonly stop?: () => void;
}) {
  const { settled, pause, isEnded } = useStore(batch.state);
  return (
    <>
      <div className="progress">
        <progress value={settled} max={Math.max(1, total)} aria-label={name} />
        <span className="num">
          {countText(settled)} of {countText(total)}
        </span>
        {!isEnded && (
          <span className="btns">
            {pause ? (
              <Button look="main" onClick={() => batch.resume()}>
                Continue
              </Button>
            ) : (
              <Button onClick={() => batch.pause()}>Pause</Button>
            )}
            <Button look="bare" onClick={stop}>
              Stop
            </Button>
          </span>
        )}
        <span className="soft small" role="status">
          {pause?.by === "person" && "Paused. Requests already sent will finish."}
          {pause?.by === "failure" &&
            `${isOffline(pause.error) ? "The service cannot be reached." : pause.error.message} It continues automatically.`}
        </span>
      </div>
      {pause?.by === "refusal" && <ProblemView error={pause.error} retry={() => batch.resume()} />}
    </>
  );
}
