/** The sign for null. */

/** A dash to see, words to hear. */
export function NoValue() {
  return (
    <span className="none">
      <span aria-hidden>–</span>
      <span className="sr">no value</span>
    </span>
  );
}
