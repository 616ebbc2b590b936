/** The application: providers, frame, and the page of the address. */
import { QueryClientProvider } from "@tanstack/react-query";
import { createBrowserRouter, RouterProvider, useLocation } from "react-router";
import { isEmbedded } from "./address/embedded.ts";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { EmbeddedFrame } from "./components/frame/embedded-frame.tsx";
import { Frame } from "./components/frame/frame.tsx";
import { Notes } from "./components/frame/notes.tsx";
import { ProblemView } from "./components/problem/problem-view.tsx";
import { PastProvider } from "./description/past/past-provider.tsx";
import { DescriptionProvider } from "./description/use-description.tsx";
import { locale } from "./locale.ts";
import { Page } from "./pages/page.tsx";
import { CallerProvider } from "./requests/caller.tsx";
import { queries } from "./requests/queries.ts";
import { useStore } from "./store.ts";

/** One route: which page an address has is known once the description is loaded. */
const router = createBrowserRouter([{ path: "*", element: <Root /> }]);

/** The whole application. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <CallerProvider>
        <RouterProvider router={router} />
      </CallerProvider>
    </QueryClientProvider>
  );
}

function Root() {
  useStore(locale);
  const Around = isEmbedded(useLocation().search) ? EmbeddedFrame : Frame;
  return (
    <DescriptionProvider
      pending={<Starting />}
      failed={(error, retry) => (
        <main className="page">
          <ProblemView error={error} retry={retry} isPage />
        </main>
      )}
    >
      <PastProvider>
        <Around>
          <CurrentPage />
        </Around>
      </PastProvider>
    </DescriptionProvider>
  );
}

/** The page of the address. An error is cleared when the address changes. */
function CurrentPage() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      of={pathname}
      failed={(error) => <ProblemView error={error} retry={() => location.reload()} isPage />}
    >
      <Page />
    </ErrorBoundary>
  );
}

/** Shown until the description is loaded. Its text appears only after a moment. */
function Starting() {
  return (
    <main className="page" aria-busy>
      <Notes />
      <p className="is-late soft">Loading …</p>
    </main>
  );
}
