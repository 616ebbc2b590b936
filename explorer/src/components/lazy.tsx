/** Shows parts that are loaded when they are needed. */
import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

/** Shows something simpler, or nothing, until its content is loaded. If that fails, the frame says so. */
export function Lazy({ children, meanwhile = null }: { readonly children: ReactNode; readonly meanwhile?: ReactNode }) {
  return (
    <ErrorBoundary of="" failed={() => meanwhile}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </ErrorBoundary>
  );
}
