/** A control with its label, its help and its fault. */
import type { ComponentType, ReactNode } from "react";
import type { Fault } from "../../../client/index.ts";
import { words } from "../../../kit/description/words.ts";
import { afterPointerUp } from "../components/after-pointer-up.ts";
import { describedBy } from "../components/described-by.ts";
import { Icon } from "../components/icon.tsx";
import { Inline } from "../components/inline.tsx";
import type { ControlProps, Entry } from "./controls/control-props.ts";
import { EDITORS } from "./controls/editors.ts";
import { useFormParts } from "./form-context.ts";

/** Props of `Labelled`. */
interface LabelledProps extends Entry {
  /** That of the kind, without this. */
  readonly Control?: ComponentType<ControlProps> | undefined;
}

/** A value of a form, as a labelled control. */
export function Labelled({ Control: own, ...entry }: LabelledProps): ReactNode {
  const { field, id, others } = entry;
  const { faults, changed, base, leave } = useFormParts();
  const { isGroup, isWide, Control: usual } = EDITORS[field.kind];
  const Control = own ?? usual;
  const pointer = id.replace(/^form/, "");
  const name = pointer.split("/")[1]!;
  const isOwn = pointer.lastIndexOf("/") === 0;
  // Of a new record, everything that was entered would be marked.
  const isChanged = base !== undefined && isOwn && changed.includes(name);
  const fault = faults.find((each) => isAt(each, pointer, field.fields.length > 0));
  const reason = reasonNotSet(entry.field, others, base);
  const help = [reason ?? field.about, noteOn(field)].filter(Boolean).join(" ");
  const helpId = help ? `${id}-help` : undefined;
  const faultId = fault ? `${id}-fault` : undefined;
  const classes = ["field", isWide && "is-wide", isChanged && "is-changed", fault && "is-fault"];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves
    <div
      key={field.name}
      className={classes.filter(Boolean).join(" ")}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) afterPointerUp(() => leave(name));
      }}
    >
      <span className="label">
        {isGroup?.(field) ? (
          <span id={`${id}-label`}>{field.label}</span>
        ) : (
          <label id={`${id}-label`} htmlFor={id}>
            {field.label}
          </label>
        )}
        {field.required && <span className="must">required</span>}
        {isChanged && <span className="tagged small">changed</span>}
      </span>
      {reason === undefined ? (
        <Control
          {...entry}
          describedBy={describedBy(helpId, faultId)}
          isInvalid={fault !== undefined}
          part={(nested) => <Labelled key={nested.field.name} {...nested} />}
        />
      ) : (
        <output id={id} className="soft">
          {String(entry.value ?? "–")}
        </output>
      )}
      {fault && (
        <span className="msg" id={faultId}>
          <Icon name="warn" size={14} />
          {fault.message}
        </span>
      )}
      {helpId && (
        <span className="help" id={helpId}>
          <Inline text={help} />
        </span>
      )}
    </div>
  );
}

/** Returns whether a fault belongs to a control: it points to its value, or into it where there is no control. */
function isAt({ pointer = "" }: Fault, own: string, hasParts: boolean): boolean {
  if (pointer === own) return true;
  if (!pointer.startsWith(`${own}/`)) return false;
  return !hasParts || /^\/\d+$/.test(pointer.slice(own.length));
}

/** Returns a note on the scope that writing a field takes besides; its description says what else it changes. */
function noteOn({ schema }: Entry["field"]): string | undefined {
  const through = schema["x-written-through"];
  return through && `This needs \`${through.scope}\`.`;
}

/** Returns the reason why a field cannot be set now; undefined if it can. */
function reasonNotSet({ schema }: Entry["field"], others: Entry["others"], base: unknown): string | undefined {
  const other = schema["x-set-while"];
  if (other === undefined || others[other] == null) return undefined;
  const name = words(other);
  return base === undefined ? `The service sets it from the ${name}.` : `Set by the service while there is a ${name}.`;
}
