/** Actions that need a key. One that a person wanted without a key continues after they have entered it. */
import { useEffect, useState } from "react";
import { mayDo, useCaller } from "../../requests/caller.tsx";
import { currentKey } from "../../requests/key.ts";
import { store, useStore } from "../../store.ts";
import { keyRequest } from "./key-request.ts";

/** The action that a person wanted without a key. It outlives the page, which is drawn again with another key. */
const wanted = store<Wanted | undefined>(undefined);

interface Wanted {
  readonly name: string;
  readonly value: unknown;
  /** The key at that time, which does not do; undefined without one. */
  readonly key: string | undefined;
}

keyRequest.subscribe(() => {
  // A key is stored just after the dialog was closed.
  if (keyRequest.get() === undefined)
    queueMicrotask(() => {
      if (currentKey() === wanted.get()?.key) wanted.set(undefined);
    });
});

/** An action, and the scope that it takes. */
export interface Action<T> {
  /** One of its kind on all pages: `delete /api/planets/mars`. */
  readonly name: string;
  /** As the beginning of a sentence: `Deleting planets`. */
  readonly what: string;
  readonly scope: string | undefined;
  readonly act: (value: T) => void;
}

/** The way to an action. */
export interface Permission<T> {
  /** Does it now; without a key, after one was entered. */
  readonly request: (value: T) => void;
  /** Asks for another key, and then does it. */
  readonly ask: (value: T) => void;
  /** The value that was requested with a key that lacks the scope. */
  readonly lacking: { readonly value: T } | undefined;
  /** Forgets that. */
  readonly dismiss: () => void;
}

/** Leads to an action: asks for a key if there is none, and knows whether the scope is missing. */
export function usePermission<T>({ name, what, scope, act }: Action<T>): Permission<T> {
  const caller = useCaller();
  const pending = useStore(wanted);
  const [lacking, setLacking] = useState<{ readonly value: T }>();
  const isKnown = caller.isOpen || (caller.hasKey && caller.me !== undefined && caller.me.kind !== "anonymous");
  const ask = (value: T) => {
    wanted.set({ name, value, key: currentKey() });
    keyRequest.set({ byPerson: true, what, scope });
  };
  const request = (value: T) => {
    if (!caller.hasKey && !caller.isOpen) return ask(value);
    const mayNot = mayDo(caller, scope) === false;
    setLacking(mayNot ? { value } : undefined);
    if (!mayNot) act(value);
  };
  useEffect(() => {
    if (pending?.name !== name || !isKnown || pending.key === currentKey()) return;
    wanted.set(undefined);
    request(pending.value as T);
  });
  return { request, ask, lacking, dismiss: () => setLacking(undefined) };
}
