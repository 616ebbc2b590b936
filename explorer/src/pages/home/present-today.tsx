/** Who takes part in something today. */

import { Link } from "react-router";
import { aspectOf, pageOf } from "../../address/address.ts";
import { AsOf } from "../../components/as-of.tsx";
import { filterOf } from "../../description/list-fields.ts";
import type { View } from "../../description/model.ts";
import { useDescription } from "../../description/use-description.tsx";
import { words } from "../../description/words.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText, dateText } from "../../units.ts";
import { goingOn, isoDate, type Pictured } from "./pictures.ts";

const DAY_MS = 86_400_000;
const SHOWN = 8;

/** The people, or whatever they are, of the records that began before tomorrow and have not ended. */
export function PresentToday({ view, picture }: Pictured) {
  const records = useDescription().list(String(picture.records));
  const today = isoDate(Date.now());
  const ended = useGet(records && pathOf(records, picture, "ends later"));
  const endless = useGet(records && pathOf(records, picture, "goes on"));
  const answers = [ended, endless].map(({ data }) => data?.data);
  const entries = answers.flatMap((answer) =>
    entriesOf(answer?.[records?.plural ?? ""] ?? [], String(picture.include)),
  );
  const present = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  if (!records || answers.includes(undefined)) return null;
  return (
    <section className="sect">
      <header>
        <h2>Present today</h2>
        <span className="count">
          {countText(present.length)} as recorded
          <AsOf />
        </span>
        <span className="more">
          <Link to={`${aspectOf(view.path, "presence")}#day=${today}`}>By day</Link>
        </span>
      </header>
      {present.length === 0 ? (
        <p>
          No {words(view.plural)} recorded for {dateText(today)}.
        </p>
      ) : (
        <ul className="changes">
          {present.slice(0, SHOWN).map(({ id, name, link, role, where }) => (
            <li key={id}>
              <Link className="name" to={pageOf(link)}>
                {name}
              </Link>{" "}
              {role && <span className="soft">{words(role)}, </span>}
              <Link to={pageOf(where.link)}>{where.name}</Link>
            </li>
          ))}
          {present.length > SHOWN && <li className="soft">and {countText(present.length - SHOWN)} more</li>}
        </ul>
      )}
    </section>
  );

  function entriesOf(found: readonly Data[], relation: string) {
    return found.flatMap((record) =>
      ((record._embedded?.[relation] ?? []) as Data[]).map((entry) => ({
        id: String(entry.id),
        name: String(entry[view.title] ?? entry.id),
        link: `${view.path}/${encodeURIComponent(entry.id)}`,
        role: typeof picture.role === "string" ? (entry[picture.role] as string | null) : null,
        where: { name: String(record[records!.title] ?? record.id), link: record._links.self as string },
      })),
    );
  }
}

/** Records that last over today: those that end later, or those without an end whose state says that they go on. */
function pathOf(records: View, picture: Pictured["picture"], which: "ends later" | "goes on"): string | undefined {
  const [from, to] = [String(picture.from), String(picture.to)];
  const isDay = records.fields.find(({ name }) => name === from)?.kind === "date";
  const at = (days: number) => {
    const time = Date.now() + days * DAY_MS;
    return isDay ? isoDate(time) : new Date(Math.floor(time / DAY_MS) * DAY_MS).toISOString();
  };
  const [began, ends, exists] = [
    filterOf(records, from, "before")?.parameter,
    filterOf(records, to, "after")?.parameter,
    filterOf(records, to, "exists")?.parameter,
  ];
  const going = goingOn(records);
  const parameters = new URLSearchParams({ fields: records.title, include: String(picture.include), limit: "100" });
  if (!began || !ends) return undefined;
  parameters.set(began, at(1));
  if (which === "ends later") parameters.set(ends, at(isDay ? -1 : 0));
  else if (exists && going) {
    parameters.set(exists, "false");
    parameters.set(going.parameter, going.states.join(","));
  } else return `${records.path}?limit=1&${began}=${at(1)}&${ends}=${at(0)}&fields=id`;
  return `${records.path}?${parameters}`;
}
