/** The button that asks what of a list has changed since a day. */
import { lazy } from "react";
import { Lazy } from "../lazy.tsx";
import { Popover } from "../overlay/popover.tsx";

const SinceChoice = lazy(() => import("./since-choice.tsx"));

/** A button that opens the choice of a day. */
export function SinceButton(list: { readonly path: string; readonly search: string }) {
  return (
    <Popover name="What has changed" button={{ children: "Changed since …", look: "bare", small: true }}>
      {(close) => (
        <Lazy>
          <SinceChoice {...list} close={close} />
        </Lazy>
      )}
    </Popover>
  );
}
