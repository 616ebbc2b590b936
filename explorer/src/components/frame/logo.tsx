/** The mark of the explorer: three bars on a time line. */

/** The mark, beside the name. */
export function Logo() {
  return (
    <svg className="logo" width="22" height="18" viewBox="0 0 22 18" aria-hidden>
      <rect y="1" width="11" height="4" rx=".5" />
      <rect x="5" y="7" width="17" height="4" rx=".5" />
      <rect className="is-now" x="13" y="13" width="6" height="4" rx=".5" />
    </svg>
  );
}
