/** Reads until which day records are known, from the day of the built-in data. */
import { useMemo } from "react";
import { useGet } from "../requests/queries.ts";
import { type KnownUntil, knownUntilIn } from "./known-until.ts";

/** Reads until which day records are known. Undefined until the service has answered. */
export function useKnownUntil(): {
  readonly knownUntil: KnownUntil | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
} {
  const { data, error, refetch } = useGet("/api", { poll: false });
  const knownUntil = useMemo(
    () => data && knownUntilIn({ asOf: data.data.data_as_of, storedAt: data.data.data_stored_at }),
    [data],
  );
  return { knownUntil, error: error ?? undefined, retry: () => void refetch() };
}
