/** The rows of a presence: the stays in the span that is shown. */

import type { Field } from "../../../../kit/description/model.ts";
import { sentenceCase } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { shortDateText } from "../../units.ts";
import type { Column, Table } from "../parts/columns.ts";
import { isoOf, type Span } from "../time/days.ts";
import type { PresenceParts } from "./parts.ts";
import type { Bar } from "./rows.ts";
import { daysOf, type Member, sayEnd } from "./stays.ts";

/** Returns the table of a presence. */
export function tableOf(
  members: readonly Member[],
  { records, color, role }: PresenceParts,
  noun: string,
  { from, to }: Span,
): Table<Bar> {
  const rows = members
    .flatMap((member) => member.stays.map((stay) => ({ member, stay })))
    .filter(({ stay }) => stay.to >= from && stay.from < to)
    .sort((a, b) => a.stay.from - b.stay.from || a.stay.to - b.stay.to);
  const columns: (Column<Bar> | undefined)[] = [
    {
      name: "name",
      label: noun,
      value: ({ member }) => member.name,
      cell: ({ member }) => <Link to={pageOf(member.path)}>{member.name}</Link>,
    },
    color && categoryColumn(color),
    { name: "from", label: "From", value: ({ stay }) => isoOf(stay.from), cell: ({ stay }) => <Day day={stay.from} /> },
    {
      name: "to",
      label: "To",
      value: ({ stay }) => (stay.isGoing ? null : isoOf(stay.to)),
      cell: ({ stay }) => (stay.isGoing ? sayEnd(stay) : <Day day={stay.to} />),
    },
    {
      name: "known_until",
      label: "Known until",
      value: ({ stay }) => (stay.isGoing ? isoOf(stay.known) : null),
      cell: ({ stay }) => stay.isGoing && <Day day={stay.known} />,
    },
    { name: "days", label: "Days", isNumber: true, value: ({ stay }) => daysOf(stay) },
    {
      name: records.plural,
      label: records.heading,
      value: ({ stay }) => stay.legs.map(({ title }) => title).join("; "),
      cell: ({ stay }) =>
        stay.legs.map(({ path, title }, index) => (
          <span key={path}>
            {index > 0 && ", "}
            <Link to={pageOf(path)}>{title}</Link>
          </span>
        )),
    },
    role === undefined
      ? undefined
      : {
          name: role,
          label: sentenceCase(role),
          value: ({ stay }) => [...new Set(stay.legs.map((leg) => leg.role?.replaceAll("_", " ") ?? "–"))].join("; "),
        },
  ];
  return {
    columns: columns.filter((column) => column !== undefined),
    rows,
    keyOf: ({ member, stay }) => `${member.id} ${stay.from}`,
  };
}

function categoryColumn(color: Field): Column<Bar> {
  return {
    name: color.name,
    label: color.label,
    value: ({ member }) => member.category,
    cell: ({ member }) => (
      <span className="kind">
        <i className={`sw c${member.hue}`} />
        {member.category ?? "–"}
      </span>
    ),
  };
}

function Day({ day }: { readonly day: number }) {
  return <time dateTime={isoOf(day)}>{shortDateText(isoOf(day))}</time>;
}
