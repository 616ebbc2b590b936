/** The button that says which moment a page shows, and opens the choice of another one. */
import { lazy } from "react";
import { Lazy } from "../lazy.tsx";
import { Popover } from "../overlay/popover.tsx";
import type { MomentChoiceProps } from "./moment-choice.tsx";
import { momentText } from "./moment-text.ts";

const MomentChoice = lazy(() => import("./moment-choice.tsx"));

/** Props of `MomentButton`. */
export interface MomentButtonProps extends Omit<MomentChoiceProps, "close"> {
  readonly small?: boolean;
  readonly look?: "bare";
}

/** A button that opens the choice of a day. */
export function MomentButton({ moment, small = false, look, ...choice }: MomentButtonProps) {
  const text = moment === undefined ? "As of …" : momentText(moment);
  return (
    <Popover
      name="Show another day"
      button={{ children: text, small, look, ...(moment === undefined ? { icon: "back" } : {}), className: "num" }}
    >
      {(close) => (
        <Lazy>
          <MomentChoice moment={moment} {...choice} close={close} />
        </Lazy>
      )}
    </Popover>
  );
}
