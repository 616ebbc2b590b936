/** Carries out the reading of a face on a page: what it requests is read, and read again, as everything on it. */
import { type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useDating } from "../../requests/past/dating.ts";
import { getQuery } from "../../requests/queries.ts";
import { recordsQuery } from "../../requests/records.ts";
import { answered, type FaceContent, type FaceRequest, type ReadableFace } from "./reading.ts";

/** The answer to a request; undefined until it is there. */
type Answer = { readonly answer: unknown } | undefined;

/** Reads a face. Undefined until it is there; null if there is too little to draw. */
export function useReading(face: ReadableFace): FaceContent | null | undefined {
  const { dated } = useDating();
  const [requests, setRequests] = useState<readonly FaceRequest[]>([]);
  const results = useQueries({
    queries: requests.map(
      ({ path, isList, isOnce }): UseQueryOptions =>
        (isList
          ? recordsQuery(dated(path!))
          : getQuery(dated(path!), isOnce ? { poll: false } : {})) as UseQueryOptions,
    ),
  });
  const answers = results.map(({ data, error }, index): unknown => {
    const isList = requests[index]!.isList;
    const read = data as { readonly data?: unknown; readonly records?: unknown; readonly isComplete?: boolean };
    if (data !== undefined && (!isList || read.isComplete)) return isList ? read.records : read.data;
    return error ? REFUSED : undefined;
  });
  const known = useRef<{ face: ReadableFace; answers: unknown[]; step: ReturnType<typeof answered> }>(undefined);
  const isSame = known.current?.face === face && areSame(known.current.answers, answers);
  if (!isSame) {
    const byKey = new Map(requests.map((request, index) => [keyOf(request), answers[index]]));
    const answerTo = (request: FaceRequest): Answer => {
      const answer = byKey.get(keyOf(request));
      return answer === undefined ? undefined : { answer: answer === REFUSED ? undefined : answer };
    };
    known.current = { face, answers, step: answered(face.read(), answerTo) };
  }
  const { step } = known.current!;
  useEffect(() => {
    setRequests((now) => (areSame(now.map(keyOf), step.requests.map(keyOf)) ? now : step.requests));
  }, [step]);
  if (!step.isDone) return undefined;
  return step.content ?? null;
}

const REFUSED = Symbol("refused");

function keyOf({ path, isList = false }: FaceRequest): string {
  return `${isList} ${path}`;
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((each, index) => each === others[index]);
}
