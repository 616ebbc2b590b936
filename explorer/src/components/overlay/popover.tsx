/** Popovers: a button, and controls beside it. */
import { lazy } from "react";
import type { ButtonProps } from "../button.tsx";
import type { PopoverProps } from "./popover-panel.tsx";
import { Trigger } from "./trigger.tsx";

const load = () => import("./popover-panel.tsx");
const PopoverPanel = lazy(load);

/** A button that opens a popover. */
export function Popover({ button, ...rest }: PopoverProps & { readonly button: ButtonProps }) {
  return (
    <Trigger opens="dialog" load={load} button={button} render={(opened) => <PopoverPanel {...rest} {...opened} />} />
  );
}
