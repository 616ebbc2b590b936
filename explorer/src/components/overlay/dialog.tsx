/** Dialogs. What they are made of is loaded when the first one opens. */
import { lazy } from "react";
import { Lazy } from "../lazy.tsx";
import type { DialogProps } from "./modal.tsx";

const load = () => import("./modal.tsx");
const Modal = lazy(load);

/** Loads what dialogs are made of, for one that may have to open while the service is out of reach. */
export function loadDialog(): void {
  load().catch(() => {});
}

/** A dialog over the page, which is inert behind it. It holds the focus, and Escape closes it. */
export function Dialog({ isOpen, ...rest }: DialogProps & { readonly isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <Lazy>
      <Modal {...rest} />
    </Lazy>
  );
}
