/** The choice of a day of the past: typed, or from the days on which the record changed. */
import { useNavigate } from "react-router";
import { readAddress } from "../../address/address.ts";
import { atMoment, dayOfMoment } from "../../address/moment.ts";
import { useDescription } from "../../description/use-description.tsx";
import { ChangeDays } from "./change-days.tsx";
import { DayForm } from "./day-form.tsx";
import { useMomentAddress } from "./use-moment-address.ts";

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
  const navigate = useNavigate();
  const address = useMomentAddress();
  const { at } = useDescription();
  const { apiPath } = readAddress(location.pathname);
  const part = at(apiPath)?.kind === "list" ? "limit=1" : "fields=id";
  return (
    <DayForm
      label="As of the end of (UTC)"
      initial={moment && dayOfMoment(moment)}
      requestOf={(day) => atMoment(`${apiPath}?${part}`, day)}
      apply={(day) => {
        close();
        void navigate(address(day));
      }}
    >
      {subject !== undefined && log !== undefined && <ChangeDays {...{ subject, log, close }} />}
    </DayForm>
  );
}
