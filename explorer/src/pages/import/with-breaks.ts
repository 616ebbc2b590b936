/** Work on many rows, during which the page still draws and responds. */

/** The time after which the page gets a turn, in milliseconds: less than a frame. */
const AT_ONCE_MS = 10;

/** The rows, with a break whenever working on them has taken some time. */
export async function* withBreaks<R>(rows: Iterable<R> | AsyncIterable<R>): AsyncGenerator<R, void> {
  let until = performance.now() + AT_ONCE_MS;
  for await (const row of rows) {
    yield row;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + AT_ONCE_MS;
  }
}
