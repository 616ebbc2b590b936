/** The room of a face of which nothing is known yet. */

/** About the height of most faces, in pixels. */
const USUAL_HEIGHT = 320;

/** Keeps the room free. What follows on the page is shown with the face, so that nothing moves. */
export function FaceSkeleton() {
  return <div className="face" aria-busy style={{ minHeight: USUAL_HEIGHT }} />;
}
