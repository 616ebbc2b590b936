/** The facts that a record leads with, in a strip under its name. */
import type { View } from "../../../../../kit/description/model.ts";
import type { LeadFact } from "../../../../../kit/description/pages/declared.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { hueIn } from "../../../fields/hues.ts";
import { factsOf, inLargerUnit, periodText, timesText } from "../../../fields/record/facts.ts";
import { ReferenceHint } from "../../../fields/show/reference.tsx";
import { unitOf } from "../../../fields/show/unit-of.ts";
import { Quantity, Value } from "../../../fields/show/value.tsx";
import type { Data } from "../../../requests/data.ts";
import { countText } from "../../../units.ts";
import { NowMark } from "../past/now-mark.tsx";
import { SourceMarks } from "../sources/source-marks.tsx";
import { CountedNames, NOT_YET } from "./counted-names.tsx";
import { useCompared } from "./use-compared.ts";

/** Returns the names of the fields that a strip shows. */
export function namesIn(facts: readonly LeadFact[]): string[] {
  return facts.flatMap(({ field, until, of }) => [field, until, of]).filter((name) => name !== undefined);
}

/** The strip. A record without such facts has none. */
export function LeadStrip({ view, record }: { readonly view: View; readonly record: Data }) {
  const facts = factsOf(view, record);
  const comparedOf = useCompared(view, record, facts);
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map((fact) => (
        <Fact key={fact.field} {...{ view, record, fact }} compared={comparedOf(fact)} />
      ))}
    </dl>
  );
}

function Fact({
  view,
  record,
  fact,
  compared,
}: {
  readonly view: View;
  readonly record: Data;
  readonly fact: LeadFact;
  /** The record with which it is compared. */
  readonly compared: Data | undefined;
}) {
  const named = (name: string | undefined) => view.fields.find((each) => each.name === name);
  const field = named(fact.field);
  if (!field) return null;
  const value = record[field.name];
  const until = fact.until === undefined ? undefined : (record[fact.until] ?? undefined);
  const whole = fact.of !== undefined && record[fact.of] != null ? named(fact.of) : undefined;
  const of = whole && record[whole.name];
  const label =
    fact.label !== undefined && (fact.until === undefined || until !== undefined) ? fact.label : field.label;
  // The label of the field may have the unit, but this one may be another.
  const unit = unitOf(field, record, view) ?? field.schema["x-unit"];
  const isCompared = fact.compare !== undefined && fact.compare !== record.id;
  const times = compared && timesText(value, compared[field.name]);
  const larger = isCompared ? undefined : inLargerUnit(value, unit);
  const exact = (
    <Value
      field={field}
      record={record}
      unit={unit}
      hue={hueIn(view, field, value)}
      short={field.kind === "reference"}
    />
  );
  return (
    <div>
      <dt title={field.about}>{label}</dt>
      <dd>
        {until !== undefined && <bdi>{periodText(value, until, field.precision && record[field.precision])}</bdi>}
        {until === undefined && (larger ? <Quantity {...larger} /> : exact)}
        <SourceMarks name={field.name} />
        <NowMark view={view} field={field} record={record} />
        {isCompared && (
          <small>
            {times === undefined ? (
              NOT_YET
            ) : (
              <>
                {times} × <bdi>{compared![view.title]}</bdi>
              </>
            )}
          </small>
        )}
        {whole && of !== value && (
          <small>
            of {countText(of)} {midSentence(whole.label)}
            <SourceMarks name={whole.name} />
          </small>
        )}
        {!isCompared && <small>{larger ? exact : fact.note}</small>}
        {field.kind === "reference" && (
          <small>
            <ReferenceHint field={field} record={record} value={value} />
          </small>
        )}
        <CountedNames field={field} record={record} />
      </dd>
    </div>
  );
}
