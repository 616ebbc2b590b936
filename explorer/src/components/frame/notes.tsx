/** Bars below the header, with what the reader should know. They push the page down and never cover it. */
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { Link } from "../../description/past/link.tsx";
import { useCaller } from "../../requests/caller.tsx";
import { readAgain, useHealth } from "../../requests/health.ts";
import { keyRefused } from "../../requests/key.ts";
import { missingPart } from "../../requests/missing-part.ts";
import { useStore } from "../../store.ts";
import { clockText } from "../../units.ts";
import { Button } from "../button.tsx";
import { Countdown } from "../countdown.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { keyRequest } from "../key/key-request.ts";
import { doneIn, withoutDone } from "./done.ts";

/** All bars that apply. */
export function Notes() {
  const { offline, wait } = useHealth();
  const { isOpen } = useCaller();
  const isRefused = useStore(keyRefused);
  const missing = useStore(missingPart);
  return (
    <div className="bars notes" role="status">
      {missing && (
        <Note tone="hold" icon="info" button={["Reload", () => location.reload()]}>
          <b>{missing === "newer" ? "A newer version is available." : "Part of the page could not be loaded."}</b>{" "}
          Reload to continue.
        </Note>
      )}
      {offline && (
        <Note tone="hold" icon="warn" button={["Try now", readAgain]}>
          <b>Offline{offline.seenFrom === undefined ? "." : ":"}</b>{" "}
          {offline.seenFrom !== undefined && <>showing data from {clockText(offline.seenFrom)} UTC.</>}
        </Note>
      )}
      {wait && !offline && <WaitNote {...wait} />}
      {isRefused && (
        <Note tone="fault" icon="key" button={["Enter a key", () => keyRequest.set({ byPerson: true })]}>
          <b>The key was refused</b> and has been forgotten: it is wrong, expired or revoked.
        </Note>
      )}
      <DoneBar />
      {isOpen && (
        <Note tone="fault" icon="lock">
          <b>AUTH=off:</b> every caller is an admin.
        </Note>
      )}
    </div>
  );
}

/** Says what was done on the page before. */
function DoneBar() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const done = doneIn(state);
  if (!done) return null;
  const dismiss = () => void navigate({ pathname, search, hash }, { replace: true, state: withoutDone(state) });
  return (
    <Note tone="done" icon="check" button={["Dismiss", dismiss]}>
      <b>{done.text}</b> {done.link && <Link to={done.link.to}>{done.link.label}</Link>}
    </Note>
  );
}

/** One bar. */
function Note({
  tone,
  icon,
  button,
  children,
}: {
  readonly tone: "hold" | "fault" | "now" | "done";
  readonly icon: IconName;
  readonly button?: readonly [label: string, press: () => void];
  readonly children: ReactNode;
}) {
  return (
    <div className={`note is-${tone}`}>
      <Icon name={icon} />
      <span>{children}</span>
      {button && (
        <Button small className="end" onClick={button[1]}>
          {button[0]}
        </Button>
      )}
    </div>
  );
}

/** Counts down to the next try. What changes every second is not read out. */
function WaitNote({ at, isLimit, failures }: { at: number; isLimit: boolean; failures: number }) {
  return (
    <Note tone="hold" icon="warn">
      <b>{isLimit ? "Rate limit reached:" : "The service is not available:"}</b>{" "}
      {isLimit ? "too many requests." : `attempt ${failures} of 6 failed.`} Trying again{" "}
      <span aria-hidden>
        <Countdown until={at} />
      </span>
      <span className="sr">automatically</span>.
    </Note>
  );
}
