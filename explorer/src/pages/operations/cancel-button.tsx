/** The button that cancels an operation. */
import { useState } from "react";
import { Conflict, NotFound } from "../../../../client/index.ts";
import { Button } from "../../components/button.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { useHealth } from "../../requests/health.ts";
import { readAgainAll } from "../../requests/queries.ts";
import { write } from "../../requests/write.ts";

/** Cancels an operation, also while it is running. One that has finished meanwhile is only shown as it is. */
export function CancelButton({ path }: { readonly path: string }) {
  const { offline } = useHealth();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<Error>();
  const cancel = async () => {
    setIsPending(true);
    setError(undefined);
    try {
      await write({ method: "DELETE", path });
    } catch (failure) {
      const isOver = failure instanceof Conflict || failure instanceof NotFound;
      if (!isOver) setError(failure as Error);
    }
    setIsPending(false);
    // The operation stays where it is, with another status.
    readAgainAll();
  };
  return (
    <>
      <Button small disabled={isPending || offline !== undefined} onClick={() => void cancel()}>
        {isPending ? "Cancelling …" : "Cancel"}
      </Button>
      {error && <ProblemView error={error} retry={() => void cancel()} />}
    </>
  );
}
