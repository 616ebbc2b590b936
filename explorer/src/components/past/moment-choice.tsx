/** The choice of a day of the past: typed, or from the days on which the record changed. */
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { Gone } from "../../../../client/index.ts";
import { readAddress } from "../../address/address.ts";
import { atMoment, dayOfMoment } from "../../address/moment.ts";
import { useDescription } from "../../description/use-description.tsx";
import { DAY, dateNotation } from "../../fields/dates/typed-date.ts";
import { get } from "../../requests/queries.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { TypedHelp, useTypedEntry } from "../typed/typed-entry.tsx";
import { ChangeDays } from "./change-days.tsx";
import { useMomentAddress } from "./use-moment-address.ts";

const NOTATION = dateNotation(DAY);

/** Props of `MomentChoice`. */
export interface MomentChoiceProps {
  /** The moment that is shown; undefined for the present. */
  readonly moment?: string | undefined;
  /** The record of the page, as events name it; undefined on other pages. */
  readonly subject: string | undefined;
  /** The list of events. */
  readonly log: string | undefined;
  readonly close: () => void;
}

export default function MomentChoice({ moment, subject, log, close }: MomentChoiceProps) {
  const id = useId();
  const navigate = useNavigate();
  const address = useMomentAddress();
  const description = useDescription();
  const [typed, setTyped] = useState(() => (moment && dayOfMoment(moment)) ?? "");
  const [fault, setFault] = useState<string>();
  const entry = useTypedEntry({
    notation: NOTATION,
    value: typed,
    change: (text, read) => {
      setFault(undefined);
      setTyped(read?.value ?? text);
    },
  });
  const show = async (event: FormEvent) => {
    event.preventDefault();
    const read = NOTATION.read(typed);
    if (read.value === undefined) return setFault(read.reason);
    if (read.value > new Date().toISOString().slice(0, read.value.length))
      return setFault("That day is yet to come. Enter today or an earlier day.");
    const { apiPath } = readAddress(location.pathname);
    const isList = description.at(apiPath)?.kind === "list";
    // The page says what else is wrong. A day before the history is better corrected here.
    const error: unknown = await get(atMoment(`${apiPath}?${isList ? "limit=1" : "fields=id"}`, read.value)).catch(
      (reason) => reason,
    );
    if (error instanceof Gone) return setFault(error.message);
    close();
    void navigate(address(read.value));
  };
  return (
    <form className="moment" onSubmit={(event) => void show(event)} noValidate>
      <label className="label" htmlFor={id}>
        Show the end of the day
      </label>
      <span className="btns">
        <input
          {...entry.input}
          id={id}
          className="input"
          // biome-ignore lint/a11y/noAutofocus: the popover was just opened
          autoFocus
          aria-describedby={entry.hintId}
          aria-invalid={fault !== undefined || undefined}
        />
        <Button look="main" type="submit">
          Show
        </Button>
      </span>
      {fault !== undefined && (
        <span className="msg" role="alert">
          <Icon name="warn" size={14} />
          {fault}
        </span>
      )}
      <TypedHelp {...entry} />
      {subject !== undefined && log !== undefined && <ChangeDays {...{ subject, log, close }} />}
    </form>
  );
}
