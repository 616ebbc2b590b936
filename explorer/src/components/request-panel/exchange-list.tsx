/** The requests, newest first. */
import { bytesText } from "../../units.ts";
import { millisecondsText } from "./numbers.ts";
import type { ListedExchange } from "./screen.ts";

/** A list of requests, of which one is chosen. */
export function ExchangeList({
  exchanges,
  chosen,
  choose,
}: {
  readonly exchanges: readonly ListedExchange[];
  readonly chosen: number | undefined;
  readonly choose: (id: number) => void;
}) {
  return (
    <ol className="reqs">
      {exchanges.map(({ exchange, isFromMemory }) => {
        const { id, method, path, status, milliseconds, bytes } = exchange;
        const isBad = status !== undefined && status >= 400;
        return (
          <li key={id} className={id === chosen ? "is-on" : ""} ref={id === chosen ? reveal : undefined}>
            <button type="button" aria-current={id === chosen ? "true" : undefined} onClick={() => choose(id)}>
              <span>{method}</span>
              <span className="path" title={path}>
                {path}
              </span>
              <span className={isBad ? "bad" : "soft"}>{status ?? (milliseconds === undefined ? "…" : "lost")}</span>
              <span>{isFromMemory ? "" : millisecondsText(milliseconds)}</span>
              <span>{isFromMemory ? "memory" : status === 304 ? "0 B" : bytesText(bytes)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Scrolls the list, not the page. */
function reveal(row: HTMLLIElement | null): void {
  const list = row?.parentElement;
  if (!row || !list) return;
  const top = row.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top;
}
