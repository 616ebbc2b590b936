/** The description of the service for all pages. It is loaded once, before the first page. */
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { Description } from "../../../kit/description/model.ts";
import { descriptionQuery } from "../requests/description.ts";

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
  const { data: description, error, refetch } = useQuery(descriptionQuery);
  if (description) return <DescriptionContext value={description}>{children}</DescriptionContext>;
  return error ? failed(error, () => void refetch()) : pending;
}

/** Returns the description of the service. */
export function useDescription(): Description {
  return useContext(DescriptionContext)!;
}
