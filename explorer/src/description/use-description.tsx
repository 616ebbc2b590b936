/** The description of the service for all pages. It is loaded once, before the first page. */
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { describe } from "../../../kit/description/describe.ts";
import type { Description } from "../../../kit/description/model.ts";
import type { OpenApiDocument } from "../../../kit/description/openapi.ts";
import { useGet } from "../requests/queries.ts";

/** The description that pages see. */
export const DescriptionContext = createContext<Description | undefined>(undefined);

/** Provides the description; until it is there, `pending` is shown, and `failed` if it cannot be read. */
export function DescriptionProvider({
  children,
  pending,
  failed,
}: {
  readonly children: ReactNode;
  readonly pending: ReactNode;
  readonly failed: (error: Error, retry: () => void) => ReactNode;
}) {
  const { data, error, refetch } = useGet<OpenApiDocument>("/openapi.json", { poll: false });
  const description = useMemo(() => (data ? describe(data.data) : undefined), [data]);
  if (description) return <DescriptionContext value={description}>{children}</DescriptionContext>;
  return error ? failed(error, () => void refetch()) : pending;
}

/** Returns the description of the service. */
export function useDescription(): Description {
  return useContext(DescriptionContext)!;
}
