/** The request panel: the requests of this screen as code, and their responses. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { readAddress } from "../../address/address.ts";
import { useDescription } from "../../description/use-description.tsx";
import { codeRequestOf, codeRequestOfWrite } from "../../requests/as-code/code-request.ts";
import { plannedWrite } from "../../requests/as-code/planned.ts";
import { useCaller } from "../../requests/caller.tsx";
import { useStore } from "../../store.ts";
import { Button } from "../button.tsx";
import { CopyButton } from "../copy.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { useNarrow } from "../use-narrow.ts";
import { Answer } from "./answer.tsx";
import { AsCode } from "./as-code.tsx";
import { ExchangeList } from "./exchange-list.tsx";
import { chosenExchange, panelOpen } from "./is-open.ts";
import { PathEditor } from "./path-editor.tsx";
import { type ListedExchange, screenSince, useScreen } from "./screen.ts";

/** The open panel: beside the page, or over it in a narrow window. */
export default function RequestPanel() {
  const isNarrow = useNarrow();
  const close = () => panelOpen.set(false);
  if (!isNarrow) return <Drawer close={close} />;
  return (
    <Dialog isOpen onClose={close} title="Requests" titleHidden size="full">
      <div className="drawer is-dialog">
        <div className="drawer-head">
          <h2>Requests</h2>
        </div>
        <Requests />
      </div>
    </Dialog>
  );
}

/** Takes the focus when it opens, and gives it back when it closes. */
function Drawer({ close }: { readonly close: () => void }) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    drawer.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside
      ref={drawer}
      className="drawer"
      aria-label="Requests"
      tabIndex={-1}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <div className="drawer-head">
        <h2>Requests</h2>
        <kbd>Ctrl .</kbd>
        <Button look="bare" small icon="close" label="Close" onClick={close} />
      </div>
      <Requests />
    </aside>
  );
}

function Requests() {
  const { own, before } = useScreen(useStore(screenSince));
  const chosen = useStore(chosenExchange);
  const location = useLocation();
  const all = [...own, ...before];
  const exchange = (all.find((each) => each.exchange.id === chosen) ?? mainOf(own, location) ?? all[0])?.exchange;
  const choose = (id: number) => chosenExchange.set(id);
  return (
    <>
      <Planned />
      <ExchangeList exchanges={own} chosen={exchange?.id} choose={choose} />
      {before.length > 0 && (
        <details>
          <summary>Before this page</summary>
          <ExchangeList exchanges={before} chosen={exchange?.id} choose={choose} />
        </details>
      )}
      {exchange && (
        <>
          <PathEditor path={exchange.path} />
          <AsCode request={codeRequestOf(exchange, window.location.origin)} />
          <ReferenceLink path={exchange.path} />
          <h3>Response</h3>
          <Answer exchange={exchange} />
        </>
      )}
      <p className="btns inset">
        <CopyButton small text={() => window.location.href}>
          Copy link to this page
        </CopyButton>
      </p>
    </>
  );
}

/** Leads to the operations on a path in the reference. */
function ReferenceLink({ path }: { readonly path: string }) {
  const view = useDescription().at(path)?.view;
  return (
    <p className="small">
      <a href={view ? `/docs/${view.resource}` : "/docs/api"}>Reference: {view ? view.heading : "the service"}</a>
    </p>
  );
}

/** Shows the request that the open form would send. */
function Planned() {
  const write = useStore(plannedWrite);
  const { hasKey } = useCaller();
  if (!write) return null;
  return (
    <section className="planned">
      <h3>The form would send</h3>
      <AsCode request={codeRequestOfWrite(write, window.location.origin, hasKey)} />
      <h3>Sent so far</h3>
    </section>
  );
}

/** Returns the request that the page is about: that of its own path, with its query if there is one. */
function mainOf(own: readonly ListedExchange[], { pathname, search }: { pathname: string; search: string }) {
  const { apiPath } = readAddress(pathname);
  const ofPath = own.filter(({ exchange: { path } }) => path.split("?")[0] === apiPath && !path.endsWith("?limit=1"));
  return ofPath.find(({ exchange: { path } }) => path.includes(search)) ?? ofPath[0];
}
