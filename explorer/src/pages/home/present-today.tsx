/** Lists who takes part in something today, or on the last day on which that is known. */

import type { View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { AsOf } from "../../components/as-of.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText, dateText } from "../../units.ts";
import { isoDate, type Pictured } from "./pictures.ts";
import { endingPath, endlessPath, lastKnownDay, presentOn } from "./present.ts";

const SHOWN = 8;

/** The people, or whatever they are, of the records that had begun on that day and not ended. */
export function PresentToday({ view, picture }: Pictured) {
  const records = useDescription().list(String(picture.records));
  const today = isoDate(Date.now());
  const { knownUntil } = useKnownUntil();
  const goesOn = records && endlessPath(records, picture, today);
  const going = useGet(goesOn);
  const endless: readonly Data[] | undefined = goesOn === undefined ? [] : going.data?.data[records!.plural];
  const last = endless && knownUntil && lastKnownDay(endless.map(knownUntil), today);
  const ending = useGet(records && last && endingPath(records, picture, { from: last, today }));
  const ended: readonly Data[] | undefined = records && ending.data?.data[records.plural];
  if (!records || !endless || !ended || !knownUntil) return null;
  const { day, found, unknown } = presentOn({ endless, ended }, { picture, knownUntil, today });
  const present = [...new Map(entriesOf(found, records).map((entry) => [entry.id, entry])).values()];
  const isKnownToday = day === today;
  const others = new Set(entriesOf(unknown, records).map(({ id }) => id)).difference(
    new Set(present.map(({ id }) => id)),
  );
  return (
    <section className="sect">
      <header>
        <h2>Present {isKnownToday ? "today" : `on ${dateText(day)}`}</h2>
        <span className="count">
          {countText(present.length)} as recorded
          <AsOf />
          {!isKnownToday && "; later days are not known"}
          {others.size > 0 && `; not known for ${countText(others.size)}`}
        </span>
        <span className="more">
          <Link to={`${aspectOf(view.path, "presence")}#day=${day}`}>By day</Link>
        </span>
      </header>
      {present.length === 0 ? (
        <p>
          No {words(view.plural)} recorded for {dateText(day)}.
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

  function entriesOf(from: readonly Data[], { title }: View) {
    return from.flatMap((record) =>
      ((record._embedded?.[String(picture.include)] ?? []) as Data[]).map((entry) => ({
        id: String(entry.id),
        name: String(entry[view.title] ?? entry.id),
        link: `${view.path}/${encodeURIComponent(entry.id)}`,
        role: typeof picture.role === "string" ? (entry[picture.role] as string | null) : null,
        where: { name: String(record[title] ?? record.id), link: record._links.self as string },
      })),
    );
  }
}
