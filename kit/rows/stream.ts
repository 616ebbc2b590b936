/** Streams of browsers and of Node, as iterables. */

/** The chunks of a stream, which is cancelled if they are not read to the end. Not every browser iterates over streams. */
export async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
