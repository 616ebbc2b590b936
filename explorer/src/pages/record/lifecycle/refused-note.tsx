/** Says why the state of a record was not changed, beside the buttons that change it. */
import type { ReactNode } from "react";
import { Forbidden, Problem } from "../../../../../client/index.ts";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { midSentence, words } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { Link } from "../../../description/past/link.tsx";
import { refusalState } from "../../../forms/state/refused.ts";
import { stageEdits } from "../../../forms/state/staged-edits.ts";
import { isTransient } from "../../../requests/queries.ts";
import type { Refused } from "./use-transition.ts";

/** Says why, and leads on: to a form in which the rest can be changed too, or to another try. */
export function RefusedNote({
  view,
  field,
  path,
  refused: { to, error, on },
  retry,
  askOtherKey,
}: {
  readonly view: View;
  readonly field: Field;
  readonly path: string;
  readonly refused: Refused;
  readonly retry: () => void;
  readonly askOtherKey: () => void;
}) {
  if (error instanceof Forbidden) return <LackingNote to={to} scope={error.scope} askOtherKey={askOtherKey} />;
  const faults = error instanceof Problem ? error.errors : [];
  const isRule = error instanceof Problem && [400, 409, 422].includes(error.status);
  const sentences = faults.length > 0 ? faults.map(({ message }) => message) : [error.message];
  return (
    <Note to={to}>
      <span>{[...new Set(sentences)].join(" ")}</span>
      <span className="btns">
        {isRule && on && (
          <Link
            to={aspectOf(path, "edit")}
            state={refusalState(faults, view.writable.update, field.name, error.message)}
            onClick={() => stageEdits(path, on, { [field.name]: to })}
          >
            Edit it with {midSentence(field.label)} {words(to)}
          </Link>
        )}
        {!isRule && isTransient(error) && (
          <Button small onClick={retry}>
            Try again
          </Button>
        )}
        {error instanceof Problem && error.type.startsWith("/problems/") && <a href={error.type}>What this means</a>}
      </span>
    </Note>
  );
}

/** Says which scope the key lacks. */
export function LackingNote({
  to,
  scope,
  askOtherKey,
}: {
  readonly to: string;
  readonly scope: string | undefined;
  readonly askOtherKey: () => void;
}) {
  return (
    <Note to={to}>
      <span>
        Your key does not have the scope <code>{scope}</code>. An admin of the registry can create one that has it.
      </span>
      <span className="btns">
        <Button small icon="key" onClick={askOtherKey}>
          Use another key
        </Button>
      </span>
    </Note>
  );
}

function Note({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <div className="note is-fault refused" role="alert">
      <Icon name="warn" />
      <div>
        <b>It was not changed to {words(to)}.</b> {children}
      </div>
    </div>
  );
}
