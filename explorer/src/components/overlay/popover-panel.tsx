/** The parts of popovers. */
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import type { Opened } from "./trigger.tsx";

/** Props of `Popover`. */
export interface PopoverProps {
  /** Its name. */
  readonly name: string;
  readonly className?: string;
  /** Its content, which may close it. */
  readonly children: (close: () => void) => ReactNode;
}

/** An open popover. */
export default function PopoverPanel({ name, className = "", children, triggerRef, close }: PopoverProps & Opened) {
  return (
    <Popover className="pop" triggerRef={triggerRef} isOpen onOpenChange={close} placement="bottom start">
      <Dialog className={`pop-in ${className}`} aria-label={name}>
        {children(close)}
      </Dialog>
    </Popover>
  );
}
