/** Computes a value once per key object, such as a resource. The key must not change. */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>();
  return (key) => {
    let value = values.get(key);
    // The value may be undefined.
    if (value === undefined && !values.has(key)) {
      value = compute(key);
      values.set(key, value);
    }
    return value as V;
  };
}

/**
 * Returns a function that returns the latest result of `work`, and does it again if that is older. A failure is not kept.
 * @param milliseconds how long a result is kept; calls share work that is being done, however long it takes
 */
export function keepFor<T>(milliseconds: number, work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (kept && performance.now() < until) return kept;
    until = Number.POSITIVE_INFINITY;
    kept = work();
    kept.then(
      () => {
        until = performance.now() + milliseconds;
      },
      () => {
        kept = undefined;
      },
    );
    return kept;
  };
}
