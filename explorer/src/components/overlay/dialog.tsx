/** Dialogs. What they are made of is loaded when the first one opens. */
import { lazy } from "react";
import { Later } from "../later.tsx";
import type { DialogProps } from "./modal.tsx";

const Modal = lazy(() => import("./modal.tsx"));

/** A dialog over the page, which is inert behind it. It holds the focus, and Escape closes it. */
export function Dialog({ isOpen, ...rest }: DialogProps & { readonly isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <Later>
      <Modal {...rest} />
    </Later>
  );
}
