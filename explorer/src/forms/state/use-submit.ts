/** Sends a form, once for each state of it, however often it is tried. */
import { useRef, useState } from "react";
import { randomKey, type Write, type Written, write } from "../../requests/write.ts";
import { isSettled } from "./is-settled.ts";

/** The sending of a form. */
export interface Submit {
  readonly isPending: boolean;
  /** The reason why the last try failed; undefined while another one runs, and after a success. */
  readonly error: Error | undefined;
  /** Sends a write. @throws Problem, NetworkError */
  readonly send: (request: Write) => Promise<Written>;
  readonly setError: (error: Error | undefined) => void;
}

/**
 * Sends writes. The tries of one write have the same Idempotency-Key until the service has decided, so that one whose
 * answer was lost is not carried out twice.
 */
export function useSubmit(): Submit {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<Error>();
  const tried = useRef<{ readonly text: string; readonly key: string }>(undefined);
  return {
    isPending,
    error,
    setError,
    send: async (request) => {
      const text = JSON.stringify(request);
      if (tried.current?.text !== text) tried.current = { text, key: randomKey() };
      const idempotencyKey = request.method === "PUT" ? undefined : tried.current.key;
      setIsPending(true);
      setError(undefined);
      try {
        const written = await write({ ...request, idempotencyKey });
        tried.current = undefined;
        return written;
      } catch (failure) {
        if (isSettled(failure)) tried.current = undefined;
        throw failure;
      } finally {
        setIsPending(false);
      }
    },
  };
}
