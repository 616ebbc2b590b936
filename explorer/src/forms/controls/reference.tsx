/** References, chosen by the names of their targets. Ids and paths can be pasted. */
import { useEffect, useState } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { isId } from "../../../../kit/values/formats.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { CandidateList } from "../../components/filter/candidate-list.tsx";
import { type Candidate, useCandidates } from "../../components/filter/candidates.ts";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useTargets } from "../../description/use-targets.ts";
import { isUnreadable, unreadable } from "../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "./control-props.ts";

const STILL_SEARCHING = "The record with this name is still being looked up.";
const NOT_FOUND = "No record has this name. Choose one from the list, or enter its id.";

/** A combobox over all lists that the reference leads to. */
export function ReferenceControl(props: ControlProps) {
  const { field, value, setValue, path } = props;
  const id = typeof value === "string" ? value : "";
  const unread = isUnreadable(value) ? value.$typed : undefined;
  const target = useTargets([{ field, ids: id === "" ? [] : [id] }])(field, id);
  const [typed, setTyped] = useState<string>();
  // What was typed, if the box was left before it was known which record that is.
  const [left, setLeft] = useState<string>();
  const [chosen, setChosen] = useState<Candidate>();
  const { found: candidates, isSearching } = useCandidates(field, path, typed ?? left ?? "");
  const name = chosen?.id === id ? chosen.name : (target?.name ?? id);
  const selected = typed === undefined && chosen?.id === id ? id : null;
  const choose = (next: string) => {
    setChosen(candidates.find((each) => each.id === next));
    setTyped(undefined);
    setValue(next === "" ? null : next);
  };
  /** Takes what was typed; whether there is a record with an id, the service says. */
  const read = (text: string) => {
    setLeft(isSearching ? text : undefined);
    const found = idOf(text, candidates);
    if (found === "" || isId(found)) return choose(found);
    setTyped(undefined);
    setValue(unreadable(text, isSearching ? STILL_SEARCHING : NOT_FOUND));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was left is read once more when its records are known
  useEffect(() => {
    if (left !== undefined && !isSearching) read(left);
  }, [left, isSearching]);
  return (
    <>
      <ComboBox
        aria-labelledby={`${props.id}-label`}
        inputValue={typed ?? unread ?? name}
        onInputChange={(text) => {
          setLeft(undefined);
          setTyped(text === (unread ?? name) ? undefined : text);
        }}
        // The list closes when the key changes, but not if only the text does.
        selectedKey={selected}
        onSelectionChange={(key) => key !== null && key !== selected && choose(String(key))}
        onBlur={() => typed !== undefined && read(typed)}
        allowsCustomValue
        // Otherwise a list without names would not open, nor once they arrive.
        allowsEmptyCollection={isSearching}
        items={candidates}
      >
        <div className="input">
          <Icon name="search" size={14} />
          <Input {...inputAttributes(props)} placeholder="Name or id" />
        </div>
        <CandidateList />
      </ComboBox>
      <Ways {...props} target={target?.path} />
    </>
  );
}

/**
 * A link to the chosen record, or to the form of a new one. Both open beside the form. Their line stays while it is not
 * known which it is, so that nothing moves under the pointer.
 */
function Ways({ field, path, value, target }: ControlProps & { readonly target: string | undefined }) {
  const { list } = useDescription();
  // A link that has the focus stays, though leaving the box beside it has set a value.
  const [isHeld, setIsHeld] = useState(false);
  const lists = (field.reference?.to ?? []).flatMap((template) => {
    const view = list(template);
    return view && view.writable.create.length > 0 && !template.includes("{") ? [view] : [];
  });
  const isEmpty = value == null || isUnreadable(value);
  if (isEmpty && (path === "" || lists.length === 0)) return null;
  if (!isEmpty && !isHeld)
    return (
      <span className="help">
        {target === undefined ? (
          "\u00a0"
        ) : (
          <Link to={pageOf(target)} target="_blank">
            Open
          </Link>
        )}
      </span>
    );
  return (
    <span className="help">
      Not in the list?{" "}
      {lists.map((view, index) => (
        <span key={view.path}>
          {index > 0 && ", "}
          <Link
            to={aspectOf(view.path, "new")}
            target="_blank"
            onFocus={() => setIsHeld(true)}
            onBlur={() => setIsHeld(false)}
          >
            New {view.noun}
          </Link>
        </span>
      ))}
    </span>
  );
}

/**
 * Returns the id of a typed text: of the only record with that name, otherwise the text itself. A path or an address
 * ends with it.
 */
function idOf(text: string, candidates: readonly Candidate[]): string {
  const named = candidates.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase());
  if (named.length === 1) return named[0]!.id;
  const plain = text.trim().replace(/[?#].*$/s, "");
  return plain.includes("/") ? decodeURIComponent(plain.replace(/\/+$/, "").replace(/^.*\//s, "")) : plain;
}
