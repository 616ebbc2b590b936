/** Buttons for what wheel and drag do. */
import { Button } from "../../components/button.tsx";
import { dateText } from "../../units.ts";
import { isoOf } from "./days.ts";
import type { ShownSpan } from "./use-span.ts";

/** Zoom out, zoom in, show all; beside them the span that is shown. */
export function ZoomButtons({ shown }: { readonly shown: ShownSpan }) {
  const { span, isWhole, zoomIn, zoomOut, showAll } = shown;
  return (
    <>
      <span className="small soft num wide-only">
        {dateText(isoOf(span.from))} – {dateText(isoOf(span.to - 1))}
      </span>
      <span className="joined">
        <Button small icon="minus" label="Zoom out" onClick={zoomOut} aria-disabled={isWhole} />
        <Button small icon="plus" label="Zoom in" onClick={zoomIn} />
        <Button small icon="fit" label="Show all" onClick={showAll} aria-disabled={isWhole} />
      </span>
    </>
  );
}
