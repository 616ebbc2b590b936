/** The bar above every page of the past: which moment it shows, the ways to others, and the way back to now. */
import type { ReactNode } from "react";
import { Link as RouterLink, useLocation } from "react-router";
import { dayOfMoment, timeOfMoment, withoutMoment } from "../../address/moment.ts";
import { Icon, type IconName } from "../icon.tsx";
import { MomentButton } from "./moment-button.tsx";
import { momentText } from "./moment-text.ts";
import { type Steps, useSteps } from "./use-steps.ts";

/** Props of `PastBar`. */
export interface PastBarProps {
  readonly moment: string;
  /** The record whose changes can be stepped through, as events name it; undefined on other pages. */
  readonly subject: string | undefined;
  /** The list of events. */
  readonly log: string | undefined;
  /** More that is known, as a sentence. */
  readonly children?: ReactNode;
}

/** Says which moment a page shows. */
export function PastBar({ moment, subject, log, children }: PastBarProps) {
  const { pathname, search, hash } = useLocation();
  const steps = useSteps(moment, subject, log);
  return (
    <section className="then" aria-label="The past">
      <Icon name="back" />
      <span role="status">
        <Sentence moment={moment} /> {children} Nothing here can be edited.
      </span>
      <span className="end">
        <span className="joined">
          {steps && <Step name="Previous change" icon="left" to={steps.before} />}
          <MomentButton moment={moment} subject={subject} log={log} small />
          {steps && <Step name="Next change" icon="right" to={steps.after} />}
        </span>
        <RouterLink className="btn is-small is-main" to={{ pathname, search: withoutMoment(search), hash }}>
          Back to now
        </RouterLink>
      </span>
    </section>
  );
}

function Sentence({ moment }: { readonly moment: string }) {
  const time = timeOfMoment(moment);
  if (time === undefined) return <>The address asks for the moment “{moment}”.</>;
  const text = momentText(moment);
  const now = new Date().toISOString();
  const isDay = dayOfMoment(moment) === moment;
  if (isDay && moment === now.slice(0, moment.length))
    return (
      <>
        <b>As of today, {text}</b>, when this page was loaded.
      </>
    );
  if (time > Date.parse(now)) return <>The address asks for {text}, which is in the future.</>;
  return (
    <>
      <b>As it was on {text}</b>
      {isDay ? ", at the end of the day (UTC)." : "."}
    </>
  );
}

function Step({ name, icon, to }: { readonly name: string; readonly icon: IconName; readonly to: Steps["before"] }) {
  if (to === undefined)
    return (
      <button type="button" className="btn is-icon is-small" aria-label={name} title={name} disabled>
        <Icon name={icon} />
      </button>
    );
  return (
    <RouterLink className="btn is-icon is-small" to={to} aria-label={name} title={name}>
      <Icon name={icon} />
    </RouterLink>
  );
}
