/** Changing the state of a record from its page. */
import { useState } from "react";
import { Unauthorized } from "../../../../../client/index.ts";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { words } from "../../../../../kit/description/words.ts";
import { usePermission } from "../../../components/key/use-permission.ts";
import { type Outcome, writeOnSeen } from "../../../forms/conflict/write-on-seen.ts";
import { useSubmit } from "../../../forms/state/use-submit.ts";
import type { Data } from "../../../requests/data.ts";
import { type ApiResponse, get, readAgainAll } from "../../../requests/queries.ts";
import type { Written } from "../../../requests/write.ts";

/** A transition that did not happen. */
export interface Refused {
  /** The state that it leads to. */
  readonly to: string;
  readonly error: Error;
  /** The record as it was then, and its tag. */
  readonly on: ApiResponse | undefined;
}

/** A transition that is to be decided again. */
export interface Reconsidered {
  readonly to: string;
  readonly outcome: Extract<Outcome<Written>, { kind: "changed" }>;
}

/** The transitions of a record. */
export interface Transition {
  /** The state that it is changing to; undefined if none is under way. */
  readonly pending: string | undefined;
  /** The state that it was changed to here. */
  readonly arrived: string | undefined;
  /** Changes the state; asks for a key first if there is none. */
  readonly request: (to: string) => void;
  /** Changes the state of the record as it is now, after the person has seen that. */
  readonly anyway: () => void;
  readonly refused: Refused | undefined;
  readonly reconsidered: Reconsidered | undefined;
  /** The state that was requested with a key that lacks the scope. */
  readonly lacking: string | undefined;
  /** Asks for another key, and then changes the state. */
  readonly askOtherKey: (to: string) => void;
  readonly close: () => void;
}

/** Returns the transitions of a record's lifecycle field. */
export function useTransition(view: View, field: Field, record: Data): Transition {
  const path: string = record._links?.self;
  const submit = useSubmit();
  const [pending, setPending] = useState<string>();
  const [arrived, setArrived] = useState<string>();
  const [refused, setRefused] = useState<Refused>();
  const [reconsidered, setReconsidered] = useState<Reconsidered>();
  const go = async (to: string, seen: Data) => {
    let on: ApiResponse | undefined;
    setRefused(undefined);
    setReconsidered(undefined);
    setArrived(undefined);
    setPending(to);
    try {
      const body = { [field.name]: to };
      const outcome = await writeOnSeen({
        fields: view.writable.update,
        seen,
        edits: body,
        read: async () => {
          on = await get(path);
          return on;
        },
        send: (tag) => submit.send({ method: "PATCH", path, body, ifMatch: tag }),
      });
      if (outcome.kind === "done") setArrived(to);
      if (outcome.kind === "changed") setReconsidered({ to, outcome });
      // The page says that there is no record.
      if (outcome.kind === "gone") readAgainAll();
    } catch (error) {
      if (error instanceof Unauthorized) permission.ask(to);
      else setRefused({ to, error: error as Error, on });
    } finally {
      setPending(undefined);
    }
  };
  const permission = usePermission<string>({
    name: `change ${path}`,
    what: `Changing ${words(view.plural)}`,
    scope: view.scopes.write,
    act: (to) => void go(to, record),
  });
  return {
    pending,
    arrived,
    request: (to) => {
      if (pending === undefined) permission.request(to);
    },
    anyway: () => reconsidered && void go(reconsidered.to, { ...record, ...reconsidered.outcome.current }),
    refused,
    reconsidered,
    lacking: permission.lacking?.value,
    askOtherKey: permission.ask,
    close: () => {
      setReconsidered(undefined);
      readAgainAll();
    },
  };
}
