/** The outcomes of a bulk edit, in groups, so that a few conflicts are found among many records. */
import { useState } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { Button } from "../../../components/button.tsx";
import { countText } from "../../../units.ts";
import { type OutcomeKind, outcomeGroups, pathsOf } from "../run/outcome.ts";
import { groupMeaning, groupName } from "./bulk-words.ts";
import { OutcomeRow } from "./outcome-row.tsx";
import type { BulkEdit, Pass } from "./use-bulk-edit.ts";

/** The number of records of a group that are listed at first, and more at a time. */
const LISTED = 100;

/** The outcomes of a pass. */
export function ResultStep({
  view,
  pass,
  edit,
}: {
  readonly view: View;
  readonly pass: Pass;
  readonly edit: Pick<BulkEdit, "changeOnTop" | "sendRest">;
}) {
  const groups = outcomeGroups(pass.records, pass.outcomes);
  const [chosen, setChosen] = useState<OutcomeKind>();
  const [listed, setListed] = useState(LISTED);
  const group = groups.find(({ kind }) => kind === chosen) ?? groups[0];
  if (!group) return null;
  const { kind, records } = group;
  const isChange = pass.is === "change";
  return (
    <>
      <fieldset className="seg is-groups" aria-label="Outcomes">
        {groups.map((each) => (
          <button
            key={each.kind}
            type="button"
            aria-pressed={each.kind === kind}
            onClick={() => {
              setChosen(each.kind);
              setListed(LISTED);
            }}
          >
            {groupName(each.kind, pass.is)} <span className="num">{countText(each.records.length)}</span>
          </button>
        ))}
      </fieldset>
      <div className="group-head">
        <p className="soft">{groupMeaning(kind, pass.is)}</p>
        {isChange && kind === "conflict" && records.length > 1 && (
          <Button small onClick={() => edit.changeOnTop(pathsOf(groups, "conflict"))}>
            Save mine on top of all {countText(records.length)}
          </Button>
        )}
        {kind === "unsent" && (
          <Button small onClick={edit.sendRest}>
            {isChange ? "Send them now" : "Undo them now"}
          </Button>
        )}
      </div>
      <ul className="outcomes" aria-label={groupName(kind, pass.is)}>
        {records.slice(0, listed).map((record) => (
          <OutcomeRow
            key={record.path}
            view={view}
            record={record}
            outcome={pass.outcomes.get(record.path)}
            onTop={isChange ? () => edit.changeOnTop([record.path]) : undefined}
          />
        ))}
      </ul>
      {records.length > listed && (
        <Button small onClick={() => setListed(listed + LISTED)}>
          Show {countText(Math.min(LISTED, records.length - listed))} more
        </Button>
      )}
      {pass.change && <Conflicts view={view} pass={pass.change} />}
    </>
  );
}

/** The records that a change left as they were, because of another change. They stay listed after an undo. */
function Conflicts({ view, pass }: { readonly view: View; readonly pass: Pass }) {
  const [listed, setListed] = useState(LISTED);
  const groups = outcomeGroups(pass.records, pass.outcomes);
  const records = groups.find(({ kind }) => kind === "conflict")?.records ?? [];
  if (records.length === 0) return null;
  return (
    <>
      <div className="group-head">
        <p className="soft">Not undone, because they were not changed: somebody else had changed these.</p>
      </div>
      <ul className="outcomes" aria-label="Conflicts of the change">
        {records.slice(0, listed).map((record) => (
          <OutcomeRow
            key={record.path}
            view={view}
            record={record}
            outcome={pass.outcomes.get(record.path)}
            onTop={undefined}
          />
        ))}
      </ul>
      {records.length > listed && (
        <Button small onClick={() => setListed(records.length)}>
          Show all {countText(records.length)}
        </Button>
      )}
    </>
  );
}
