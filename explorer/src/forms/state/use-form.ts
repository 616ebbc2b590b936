/** The state of a form: what was loaded, what was edited, and what is wrong with it. */
import { useEffect, useState } from "react";
import type { Fault } from "../../../../client/index.ts";
import type { WritableField } from "../../../../kit/description/model.ts";
import { TOO_LARGE } from "../../../../kit/values/findings.ts";
import type { Values } from "../../../../kit/values/json.ts";
import { isSame } from "../../../../kit/values/same.ts";
import { faultsIn } from "../values/constraints.ts";
import { isEdited, ownFields } from "../values/dated.ts";
import { type Draft, draftOf, dropDraft, keepDraft } from "./drafts.ts";
import { uneditedIn, valuesOf } from "./form-values.ts";
import { fieldOf } from "./refused.ts";
import { type Occasion, withSuggestions } from "./suggested.ts";

/** A form. */
export interface Form {
  readonly fields: readonly WritableField[];
  /** It began with a draft. */
  readonly isResumed: boolean;
  /** The loaded values and the edits. */
  readonly draft: Draft;
  /** The values as they are now: of a new record, those that the service would set otherwise are included. */
  readonly values: Values;
  /** The names of the fields that were edited; a date counts once, with how much of it is known. */
  readonly changed: readonly string[];
  /** The faults, as far as they are shown now. */
  readonly faults: readonly Fault[];
  /** Edits a field. A field that gets back what was loaded is no longer edited. */
  readonly set: (name: string, value: unknown) => void;
  /** Called when the person leaves a field: from now on its faults are shown. */
  readonly leave: (name: string) => void;
  /** Shows all faults of the form. @returns them */
  readonly check: () => readonly Fault[];
  /** Shows what the service refused. */
  readonly refuse: (faults: readonly Fault[]) => void;
  /** Goes on from another state of the record. */
  readonly restart: (draft: Draft) => void;
  /** Forgets the draft: it was saved or discarded. */
  readonly forget: () => void;
}

/**
 * Returns the form of a page. A draft that the page has is taken up.
 * @param page its address, by which the draft is kept
 * @param declared its fields
 * @param start what is edited if there is no draft
 * @param occasion what suggestions depend on; undefined if nothing is suggested
 */
export function useForm(page: string, declared: readonly WritableField[], start: Draft, occasion?: Occasion): Form {
  const [resumed] = useState(() => draftOf(page));
  const [draft, setDraft] = useState(resumed ?? start);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly Fault[]>([]);
  const hasEdits = Object.keys(draft.edits).length > 0;
  useEffect(() => {
    if (hasEdits) keepDraft(page, draft);
    else dropDraft(page);
  }, [page, draft, hasEdits]);
  const fields = occasion ? withSuggestions(declared, draft.edits, occasion) : declared;
  const values = valuesOf(fields, draft);
  // What was not edited is not sent. The service may have stored what may not be written any more.
  const sent = draft.base ? fields.filter(({ name }) => name in draft.edits) : fields;
  const ownFaults = faultsIn(sent, values);
  const change = (next: Draft) => {
    setDraft(next);
    setRefused([]);
  };
  return {
    fields,
    isResumed: resumed !== undefined,
    draft,
    values,
    changed: ownFields(fields)
      .filter((field) => isEdited(field, draft.edits))
      .map(({ name }) => name),
    faults: [...ownFaults.filter((fault) => fault.code === TOO_LARGE || left.includes(fieldOf(fault))), ...refused],
    set: (name, value) => {
      setRefused((all) => all.filter((fault) => fieldOf(fault) !== name));
      const field = fields.find((each) => each.name === name);
      setDraft((before) => ({ ...before, edits: edited(before, name, value, field) }));
    },
    leave: (name) => setLeft((names) => (names.includes(name) ? names : [...names, name])),
    check: () => {
      setLeft(fields.map(({ name }) => name));
      return ownFaults;
    },
    refuse: setRefused,
    restart: change,
    forget: () => {
      change(start);
      setLeft([]);
    },
  };
}

/** Returns the edits after one more. */
function edited({ base, edits }: Draft, name: string, value: unknown, field: WritableField | undefined): Values {
  const { [name]: _, ...others } = edits;
  const isBack = isSame(value ?? null, (field ? uneditedIn(field, base) : base?.[name]) ?? null);
  return isBack ? others : { ...others, [name]: value };
}
