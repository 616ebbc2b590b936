/** The records that references lead to: their names and paths. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDating } from "../requests/past/dating.ts";
import { getQuery } from "../requests/queries.ts";
import type { TargetOf } from "./target.ts";
import { type References, targetRequests, targetsIn } from "./targets.ts";
import { useDescription } from "./use-description.tsx";

/** Reads the targets of references, in one request for each list in which they may be. */
export function useTargets(references: readonly References[]): TargetOf {
  const description = useDescription();
  const { dated } = useDating();
  const requests = targetRequests(references, description);
  const answers = useQueries({
    queries: requests.map(({ path }) => getQuery(dated(path), { poll: false })),
  });
  const known = answers.map(({ dataUpdatedAt }, index) => `${requests[index]!.path} ${dataUpdatedAt}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` says which answers there are
  return useMemo(
    () =>
      targetsIn(
        requests,
        answers.map(({ data }) => data?.data),
      ),
    [known],
  );
}
