/** A note for callers who may not do what a page is for. */
import { type ReactNode, useEffect, useRef } from "react";
import { mayDo, useCaller } from "../../requests/caller.tsx";
import { Button } from "../button.tsx";
import { keyRequest } from "./key-request.ts";

/** Shows what is inside to callers who have a scope. Others are prompted for a key that has it. */
export function NeedsScope({
  scope,
  what,
  isPart = false,
  keepsContent = false,
  children,
}: {
  readonly scope: string | undefined;
  /** The action that needs it, as the beginning of a sentence: `Editing missions`. */
  readonly what: string;
  /** True in a dialog, where the page has a heading already. */
  readonly isPart?: boolean;
  /** Whether what was shown once stays when the key is gone: something is in progress there. */
  readonly keepsContent?: boolean;
  readonly children: ReactNode;
}) {
  const caller = useCaller();
  const isKnown = caller.hasKey || caller.isOpen || caller.me !== undefined;
  const isAllowed = (caller.hasKey || caller.isOpen) && mayDo(caller, scope) !== false;
  const lacksKey = isKnown && !isAllowed && !caller.hasKey;
  useEffect(() => {
    if (lacksKey) keyRequest.set({ byPerson: true });
  }, [lacksKey]);
  const wasAllowed = useRef(false);
  if (isAllowed) wasAllowed.current = true;
  if (isAllowed || (keepsContent && wasAllowed.current)) return children;
  if (!isKnown) return null;
  const Heading = isPart ? "h3" : "h1";
  return (
    <section className="empty">
      <Heading>{what} needs a key</Heading>
      <p>
        {caller.hasKey ? "Your key does not have the scope " : "It needs a key with the scope "}
        <code>{scope}</code>. An admin of the registry can create one.
      </p>
      <div className="btns">
        <Button look="main" icon="key" onClick={() => keyRequest.set({ byPerson: true })}>
          {caller.hasKey ? "Use another key" : "Enter a key"}
        </Button>
      </div>
    </section>
  );
}
