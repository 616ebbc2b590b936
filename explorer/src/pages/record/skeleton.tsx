/** A record that is still loading. */

/** Bars where the values will be, after a moment in which most answers come. */
export function RecordSkeleton() {
  return (
    <div className="late" role="status">
      <span className="sr">Loading</span>
      <div className="rec-head" aria-hidden>
        <span className="skel is-title" />
        <span className="skel" />
      </div>
      <div className="two" aria-hidden>
        {[0, 1].map((column) => (
          <div key={column}>
            {[0, 1, 2, 3, 4, 5].map((row) => (
              <div key={row} className="skel-row">
                <span className="skel" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
