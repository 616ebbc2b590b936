/** Entering a key. The service checks it first; a wrong key is not saved. */
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Unauthorized } from "../../../../client/index.ts";
import { service } from "../../requests/connection.ts";
import { enterKey, keyRefused } from "../../requests/key.ts";
import { useStore } from "../../store.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import type { KeyRequest } from "./key-request.ts";

/** The dialog that asks for a key. After it, refused requests are sent again. */
export function EnterKey({ byPerson, what, scope, close }: KeyRequest & { readonly close: () => void }) {
  const id = useId();
  const [fault, setFault] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const isClosed = useRef(false);
  const isRefused = useStore(keyRefused);
  useEffect(
    () => () => {
      isClosed.current = true;
    },
    [],
  );
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const key = String(fields.get("key")).trim();
    setIsPending(true);
    const refused = await refusalOf(key);
    // Closing the dialog cancels.
    if (isClosed.current) return;
    setIsPending(false);
    setFault(refused);
    if (refused === undefined) {
      close();
      enterKey(key, { remember: fields.has("remember") });
    } else {
      form.querySelector("input")?.focus();
    }
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={isRefused ? "Your key was refused" : byPerson ? "Enter a key" : "This page needs a key"}
      lead={
        <>
          {isRefused && "It is wrong, expired or revoked, and has been forgotten. Enter another one. "}
          {what !== undefined ? (
            <WhatFor what={what} scope={scope} />
          ) : byPerson ? (
            "It will be sent with every request."
          ) : isRefused ? (
            "The refused request is sent again."
          ) : (
            "This address is not public. Enter a key to request it again."
          )}
        </>
      }
      footer={
        <>
          <span className="small faint">It is sent to this service only.</span>
          <span className="end">
            <Button onClick={close}>Cancel</Button>
            <Button look="main" type="submit" form={`${id}-form`} disabled={isPending}>
              Use this key
            </Button>
          </span>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={submit}>
        <div className={`field${fault === undefined ? "" : " is-fault"}`}>
          <label htmlFor={id}>API key or access token</label>
          <span className="input mono">
            <Icon name="key" size={14} />
            <input
              id={id}
              name="key"
              type="password"
              required
              autoFocus
              autoComplete="current-password"
              spellCheck={false}
              placeholder="smk_…"
              aria-invalid={fault !== undefined}
              aria-describedby={fault === undefined ? undefined : `${id}-fault`}
            />
          </span>
          {fault !== undefined && (
            <span className="msg" id={`${id}-fault`} role="alert">
              <Icon name="warn" size={14} />
              {fault}
            </span>
          )}
        </div>
        <label className="check remember">
          <input type="checkbox" name="remember" />
          <span>Remember on this device</span>
        </label>
        <p className="small faint">
          Otherwise the key is forgotten when you close the tab. If it is remembered, anyone who uses this browser
          profile can use it until someone chooses “Forget the key”.
        </p>
      </form>
    </Dialog>
  );
}

/** Says for which purpose the key is needed. */
function WhatFor({ what, scope }: { readonly what: string; readonly scope: string | undefined }) {
  return (
    <>
      {what} takes a key
      {scope !== undefined && (
        <>
          {" "}
          with the scope <code>{scope}</code>
        </>
      )}
      . Then it goes on.
    </>
  );
}

/** Returns the reason why a key cannot be used; undefined if it can. */
async function refusalOf(key: string): Promise<string | undefined> {
  if (!/^[\x21-\x7e]+$/.test(key)) return "A key contains only letters, digits and punctuation, without spaces.";
  try {
    await service().send("GET", "/api/me", { headers: { authorization: `Bearer ${key}` } });
    return undefined;
  } catch (error) {
    if (error instanceof Unauthorized)
      return "The service does not accept this key: it is wrong, expired or revoked. It was not saved.";
    return `The key could not be checked: ${(error as Error).message}`;
  }
}
