/** The popover in which a filter is made: what it is about first, then how it is compared with what. */
import { type RefObject, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import type { Step } from "../../../../kit/description/filter-paths.ts";
import { fieldNamed } from "../../../../kit/description/list-fields.ts";
import type { Field, Relation, View } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { type Pair, replaced } from "../../address/query.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { Button } from "../button.tsx";
import type { ChipContent, ChipPart } from "../chips/chips-in.ts";
import { withChanged, withQuestion } from "./changes.ts";
import { ExtensionPicker } from "./extension-picker.tsx";
import { type Extension, extensionsOf } from "./extensions.ts";
import { FieldPicker } from "./field-picker.tsx";
import { FilterForm } from "./filter-form.tsx";
import { useRelations } from "./use-relations.ts";

/** Props of `FilterPanel`. */
export interface FilterPanelProps {
  readonly view: View;
  readonly path: string;
  readonly nameOf: NameOf;
  /** The filter that is changed; undefined for a new one. */
  readonly part: ChipPart | undefined;
  /** The chip to which one is added; undefined for one of its own. */
  readonly chip: ChipContent | undefined;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly close: () => void;
}

/** The filter that is made. */
interface Made {
  readonly steps: readonly Step[];
  /** Undefined while it is chosen. */
  readonly field: Field | undefined;
  /** The steps at which it was chosen, if others. */
  readonly chosenAt?: readonly Step[];
}

/** A filter that is added to none. */
const INDEPENDENT = { steps: [], name: undefined, isAlternative: false } as const;

/** The popover of a filter. */
export default function FilterPanel(props: FilterPanelProps) {
  const { view, part, chip, triggerRef, close } = props;
  const extensions = chip ? extensionsOf(view, chip) : [];
  const [extension, setExtension] = useState(extensions.length === 1 ? extensions[0] : undefined);
  const task = extension ?? { change: part ? withChanged(part) : withQuestion(view), ...INDEPENDENT };
  const name = part ? "Change the filter" : chip ? "Add to the filter" : "Add a filter";
  return (
    <Popover className="pop" triggerRef={triggerRef} isOpen onOpenChange={close} placement="bottom start">
      <Dialog className="pop-in filter" aria-label={name}>
        {chip && !extension ? (
          <ExtensionPicker extensions={extensions} pick={setExtension} />
        ) : (
          <FilterMaker {...props} {...task} />
        )}
      </Dialog>
    </Popover>
  );
}

/** Makes a filter, step by step. */
function FilterMaker(props: FilterPanelProps & Omit<Extension, "id">) {
  const { view, path, nameOf, part, steps: first, change, name, close } = props;
  const changeSearch = useChangeSearch();
  const relationsOf = useRelations();
  const { path: changed, value = "" } = part?.condition ?? {};
  const isAlternative = props.isAlternative || (changed?.prefix ?? "") !== "";
  const [{ steps, field, chosenAt }, setMade] = useState<Made>({
    steps: changed?.steps ?? first,
    field: changed && fieldNamed(changed.records, changed.filter.field),
  });
  const last = steps.at(-1)?.relation;
  const followed = steps.slice(first.length).map(({ relation }) => relation.noun);
  const records = last?.records ?? view;
  const apply = (from: readonly Step[], filter: readonly Pair[]) => {
    const made = (search: string) =>
      filter.length > 0 ? change(search, from, filter) : part ? replaced(search, part.pairs) : search;
    const next = made(location.search);
    if (typeof next !== "string") return next.reason;
    close();
    changeSearch((now) => {
      const changed = made(now);
      return typeof changed === "string" ? changed : now;
    });
    return undefined;
  };
  const follow = (relation: Relation) => setMade({ steps: [...steps, { relation, isNone: false }], field: undefined });
  const before = steps.slice(0, -1);
  const owner = before.at(-1)?.relation.records ?? view;
  const canAsk = last && followed.length > 0 && !owner.fields.some((each) => each.name === last.name);
  if (field)
    return (
      <FilterForm
        key={field.name}
        records={records}
        steps={steps}
        field={field}
        path={path}
        nameOf={nameOf}
        current={changed?.filter.field === field.name ? { filter: changed.filter, value } : undefined}
        fixed={first.length}
        apply={apply}
        canBound={!isAlternative}
        remove={part && (() => apply(steps, []))}
        back={() => setMade({ steps: chosenAt ?? steps, field: undefined })}
      />
    );
  return (
    <>
      {(name || last) && (
        <header className={followed.length > 0 ? undefined : "is-first"}>
          {followed.length > 0 && (
            <Button
              look="bare"
              small
              icon="left"
              label="Back"
              onClick={() => setMade({ steps: before, field: undefined })}
            />
          )}
          <h3>{followed.length > 0 ? sentenceCase(followed.join(" › ")) : name}</h3>
        </header>
      )}
      <FieldPicker
        key={steps.length}
        records={records}
        relation={last}
        relations={relationsOf(records, steps)}
        pick={(picked) => setMade({ steps, field: picked })}
        follow={follow}
        pickAny={
          canAsk ? () => setMade({ steps: before, field: fieldNamed(owner, last.name), chosenAt: steps }) : undefined
        }
      />
    </>
  );
}
