/** The frame around a picture on another site: where it is from. What leads to other pages opens them in a new tab. */
import { type ReactNode, useEffect, useRef } from "react";
import { useBlocker, useLocation } from "react-router";
import { isEmbedded, withoutEmbed } from "../../address/embedded.ts";
import { useDescription } from "../../description/use-description.tsx";
import { useLive } from "../../live/use-live.ts";
import { useDating } from "../../requests/past/dating.ts";
import { Notes } from "./notes.tsx";
import { useTitle } from "./on-navigate.ts";

/** The page without rail, bar and buttons. */
export function EmbeddedFrame({ children }: { readonly children: ReactNode }) {
  const { title } = useDescription();
  const { pathname, search, hash } = useLocation();
  const main = useRef<HTMLElement>(null);
  useTitle(main, title, useDating().moment);
  useLive();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname || !isEmbedded(nextLocation.search),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { pathname: path, search: query, hash: fragment } = blocker.location;
    open(path + query + fragment, "_blank", "noopener");
    blocker.reset();
  }, [blocker]);
  return (
    <div className="embedded">
      <main className="page" ref={main}>
        <Notes />
        {children}
      </main>
      <footer className="small soft">
        {title} ·{" "}
        <a href={pathname + withoutEmbed(search) + hash} target="_blank" rel="noopener">
          Open the page
        </a>
      </footer>
    </div>
  );
}
