/** Buttons for what dragging over a part does. */
import { Button } from "../../components/button.tsx";
import type { Window } from "./use-window.ts";

/** Zoom out, zoom in, show all. */
export function WindowButtons({ window: { zoomIn, zoomOut, showAll, isWhole, said } }: { readonly window: Window }) {
  return (
    <>
      <span className="small soft num wide-only">{said}</span>
      <span className="joined">
        <Button small icon="minus" label="Zoom out" onClick={zoomOut} aria-disabled={isWhole} />
        <Button small icon="plus" label="Zoom in" onClick={zoomIn} />
        <Button small icon="fit" label="Show all" onClick={showAll} aria-disabled={isWhole} />
      </span>
    </>
  );
}
