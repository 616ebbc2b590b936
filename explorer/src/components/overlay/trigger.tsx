/** Buttons that open something beside them. What opens is loaded when it is first wanted. */
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button, type ButtonProps } from "../button.tsx";
import { Lazy } from "../lazy.tsx";

/** An opened layer, placed beside its button. */
export interface Opened {
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly close: () => void;
}

/** A button, and what it opens. */
export function Trigger({
  opens,
  load,
  render,
  button,
}: {
  readonly opens: "menu" | "dialog";
  readonly load: () => Promise<unknown>;
  readonly render: (opened: Opened) => ReactNode;
  readonly button: ButtonProps;
}) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // The frame says so if it fails.
  const prepare = () => void load().catch(() => {});
  return (
    <>
      <Button
        {...button}
        ref={triggerRef}
        aria-haspopup={opens}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={prepare}
        onFocus={prepare}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || opens !== "menu") return;
          event.preventDefault();
          setIsOpen(true);
        }}
      />
      {isOpen && <Lazy>{render({ triggerRef, close: () => setIsOpen(false) })}</Lazy>}
    </>
  );
}
