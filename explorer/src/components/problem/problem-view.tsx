/** A refused or failed request, as a section of a page: the error, and the next steps. */
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { type Fault, Gone, Problem, Unauthorized } from "../../../../client/index.ts";
import { isOffline, isTransient } from "../../requests/queries.ts";
import { Button } from "../button.tsx";
import { askForKey, keyRequest } from "../key/key-request.ts";
import { BlockingTable } from "./blocking-table.tsx";
import { Earliest } from "./earliest.tsx";
import { Faults } from "./faults.tsx";
import { FinePrint } from "./fine-print.tsx";
import { FixButtons } from "./fix-buttons.tsx";

/** Props of `ProblemView`. */
export interface ProblemViewProps {
  readonly error: Error;
  /** The title, if it says more than the error. */
  readonly title?: string;
  readonly retry?: () => void;
  /** Returns the buttons that fix a fault; by default, they fix the address. */
  readonly fix?: (fault: Fault) => ReactNode;
  /** True if the page shows nothing else: then the title is its heading. */
  readonly isPage?: boolean;
  /** More next steps, such as records with similar names. */
  readonly children?: ReactNode;
}

/** Shows an error, and the next steps. */
export function ProblemView({ error, title, retry, fix, isPage = false, children }: ProblemViewProps) {
  const fixAddress = useFixAddress();
  const problem = error instanceof Problem ? error : undefined;
  const Heading = isPage ? "h1" : "h2";
  return (
    <section className="problem" role="alert">
      <Heading>{title ?? titleOf(error)}</Heading>
      {title === undefined && !isSaidByFault(problem) && <p className="soft">{detailOf(error)}</p>}
      {problem?.document.dependents && <BlockingTable problem={problem} />}
      {problem && !problem.document.dependents && <Faults faults={problem.errors} fix={fix ?? fixAddress} />}
      {children}
      {problem instanceof Gone && <Earliest problem={problem} />}
      <WaysOn error={error} retry={retry} />
      {problem && <FinePrint problem={problem} />}
    </section>
  );
}

/** Returns whether the only fault says all that the problem says. */
function isSaidByFault(problem: Problem | undefined): boolean {
  return problem?.errors.length === 1 && problem.errors[0]!.message === problem.message;
}

function titleOf(error: Error): string {
  if (isOffline(error)) return "The service does not respond";
  if (!(error instanceof Problem)) return "This page failed";
  if (error.status === 401) return "This needs a key";
  if (error.status === 410) return "The history does not go back that far";
  if (error.status === 403) return "This key is not allowed to do that";
  return error.title || `The service responded with ${error.status}`;
}

function detailOf(error: Error): ReactNode {
  if (isOffline(error)) return "The network or the service is down. The page tries again automatically.";
  if (!(error instanceof Problem) || error.status !== 403 || error.scope === undefined) return error.message;
  return (
    <>
      It needs the scope <code>{error.scope}</code>, which this key does not have. An admin of the registry can create a
      key that has it.
    </>
  );
}

/** Buttons: enter a key if one is missing, or try again if that may help. */
function WaysOn({ error, retry }: { readonly error: Error; readonly retry: (() => void) | undefined }) {
  const { key } = useLocation();
  const isUnauthorized = error instanceof Unauthorized;
  useEffect(() => {
    if (isUnauthorized) askForKey(key);
  }, [isUnauthorized, key]);
  const status = error instanceof Problem ? error.status : undefined;
  const lacksKey = status === 401 || status === 403;
  const isFinal = status !== undefined && status < 500 && !isTransient(error);
  if (!lacksKey && (isFinal || !retry)) return null;
  return (
    <div className="btns ways-on">
      {lacksKey ? (
        <Button look="main" icon="key" onClick={() => keyRequest.set({ byPerson: true })}>
          {status === 401 ? "Enter a key" : "Use another key"}
        </Button>
      ) : (
        <Button look="main" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** Fixes faults of parameters that the address has. */
function useFixAddress(): (fault: Fault) => ReactNode {
  const { search } = useLocation();
  return (fault) =>
    fault.parameter !== undefined && new URLSearchParams(search).has(fault.parameter) ? (
      <FixButtons fault={fault} search={search} />
    ) : null;
}
