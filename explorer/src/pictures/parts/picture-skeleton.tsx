/** A picture that is still loading. */

const ROWS = 14;

/** Bars where the picture will be, after a moment in which most answers come; its room is kept from the start. */
export function PictureSkeleton() {
  return (
    <div className="pic-skel is-late" role="status">
      <span className="sr">Loading</span>
      {Array.from({ length: ROWS }, (_, row) => row).map((row) => (
        <div key={row} className="skel-row" aria-hidden>
          <span className="skel" />
        </div>
      ))}
    </div>
  );
}
