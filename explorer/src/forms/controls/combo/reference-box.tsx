/** References in a row of boxes: two letters and Enter choose the first record that is found. */
import { Fragment, type ReactNode, useState } from "react";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { aspectOf } from "../../../address/address.ts";
import { type Candidate, type CandidateSettings, useCandidates } from "../../../components/filter/candidates.ts";
import { matches } from "../../../components/palette/matches.ts";
import { useDescription } from "../../../description/use-description.tsx";
import { useTargets } from "../../../description/use-targets.ts";
import { Value } from "../../../fields/show/value.tsx";
import { isUnreadable, unreadable } from "../../values/unreadable.ts";
import { type ControlProps, inputAttributes } from "../control-props.ts";
import type { Choice } from "./choice-list.tsx";
import { Combo } from "./combo.tsx";

/** The most choices that are shown, and those among which they are sought. */
const SHOWN = 8;
const READ = 50;
/** The most fields that tell records of the same name apart. */
const TELLING = 2;
/** The kinds of fields whose values are short and lead nowhere. */
const PLAIN: readonly Field["kind"][] = ["text", "enum", "lifecycle", "integer", "date"];

const NOT_CHOSEN = "Choose a record from the list.";

const SETTINGS: CandidateSettings = { limit: READ, more: (view) => tellingFields(view).map(({ name }) => name) };

/** A combobox over all lists that the reference leads to. What it is typed in shows nothing but the name. */
export function ReferenceBox(props: ControlProps) {
  const { field, value, setValue, path } = props;
  const typed = isUnreadable(value) ? value.$typed : undefined;
  const id = typeof value === "string" ? value : "";
  const target = useTargets([{ field, ids: id === "" ? [] : [id] }])(field, id);
  const [chosen, setChosen] = useState<Candidate>();
  // Siblings are few: they are read once. Of others, none are shown before something is typed.
  const isAmongFew = field.reference?.amongSiblings === true;
  const { found, isSearching } = useCandidates(field, path, isAmongFew ? "" : (typed ?? ""), SETTINGS);
  const added = useNewPages(field, typed);
  const isClosed = typed === undefined && (id !== "" || !isAmongFew);
  const fitting = isAmongFew ? found.filter(({ name }) => matches(name, typed ?? "")) : bestFirst(found, typed ?? "");
  const best = isClosed ? [] : fitting.slice(0, SHOWN);
  const name = chosen?.id === id ? chosen.name : (target?.name ?? id);
  return (
    <Combo
      input={{ ...inputAttributes(props), placeholder: "Name" }}
      icon="search"
      text={typed ?? name}
      setText={(text) => setValue(text === "" ? null : unreadable(text, NOT_CHOSEN))}
      choices={[...best.map(choiceOf), ...(isClosed ? [] : added)]}
      isSearching={typed !== undefined && isSearching}
      isStrict
      take={(choice) => {
        setChosen(best.find((each) => each.id === choice.id));
        setValue(choice.id);
      }}
    />
  );
}

/** Orders candidates: those with a word that begins as what was typed come first. */
function bestFirst(found: readonly Candidate[], typed: string): Candidate[] {
  return [true, false].flatMap((isBest) => found.filter(({ name }) => matches(name, typed) === isBest));
}

function choiceOf({ id, name, view, record }: Candidate): Choice {
  const { _links, ...plain } = record;
  const telling = tellingFields(view).filter((field) => plain[field.name] != null);
  const parts: ReactNode[] = telling.map((field, index) => (
    <Fragment key={field.name}>
      {index > 0 && ", "}
      <Value field={field} record={plain} short />
    </Fragment>
  ));
  return { id, name, note: parts.length > 0 ? parts : undefined };
}

/** Returns the first fields of a list, besides the name, whose values are short texts. */
function tellingFields({ summary, title, fields }: View): Field[] {
  const listed = summary.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const isTelling = ({ name, kind }: Field) => name !== "id" && name !== title && PLAIN.includes(kind);
  return listed.filter(isTelling).slice(0, TELLING);
}

/** Returns the ways to the forms of new records, with the name that was typed. */
function useNewPages({ reference }: Field, typed: string | undefined): Choice[] {
  const { list } = useDescription();
  if (typed === undefined) return [];
  return (reference?.to ?? []).flatMap((template) => {
    const view = list(template);
    if (!view || view.writable.create.length === 0 || template.includes("{")) return [];
    const page = aspectOf(view.path, "new");
    return [
      {
        id: page,
        name: `New ${view.noun} “${typed.trim()}”`,
        to: `${page}?${new URLSearchParams({ [view.title]: typed.trim() })}`,
      },
    ];
  });
}
