/** The button that opens what a page can be sent as. */
import { lazy } from "react";
import { Lazy } from "../lazy.tsx";
import { Popover } from "../overlay/popover.tsx";
import type { SharedPage } from "./share-panel.tsx";

const SharePanel = lazy(() => import("./share-panel.tsx"));

/** A button that opens the ways to share a page. */
export function ShareButton({ small = false, ...page }: SharedPage & { readonly small?: boolean }) {
  return (
    <Popover name="Share" className="share" button={{ icon: "share", small, children: "Share" }}>
      {() => (
        <Lazy>
          <SharePanel {...page} />
        </Lazy>
      )}
    </Popover>
  );
}
