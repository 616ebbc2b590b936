/** Copying to the clipboard. */
import { useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button.tsx";

/** The time for which a button says that it has copied, in milliseconds. */
const SAID_MS = 2_000;

/** A button that copies a text, and says so. Without children it is an icon. */
export function CopyButton({
  text,
  label = "Copy",
  children,
  ...rest
}: { readonly text: string | (() => string) } & Omit<ButtonProps, "onClick">) {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const isCopied = await copyText(typeof text === "string" ? text : text());
    setOutcome(isCopied ? "Copied" : "Not copied");
  };
  return (
    <>
      <Button
        {...rest}
        icon={outcome === "Copied" ? "check" : "copy"}
        label={children === undefined ? label : undefined}
        onClick={copy}
      >
        {children}
      </Button>
      <span className="sr" role="status">
        {outcome}
      </span>
    </>
  );
}

/** Copies a text. False if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies by selecting: pages that are served over plain HTTP from another machine have no clipboard. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr";
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
