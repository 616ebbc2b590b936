/** Lists who takes part in something today, or on the last day on which that is known. */
import { useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../address/address.ts";
import { AsOf } from "../../components/as-of.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import { type PresenceParts, partsOf } from "../../pictures/presence/parts.ts";
import { isoOf, today } from "../../pictures/time/days.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText, dateText } from "../../units.ts";
import type { Pictured } from "./pictures.ts";
import { endingPath, endlessPath, lastKnownDay, type Present, presentIn } from "./present.ts";

const SHOWN = 8;

/** The members, people or not, who are there on the day shown. */
export function PresentToday({ view, picture }: Pictured) {
  const description = useDescription();
  const parts = useMemo(() => partsOf(description, view, picture), [description, view, picture]);
  const now = today();
  const present = usePresent(view, parts, now);
  if (!present) return null;
  const { day, here, unknown } = present;
  return (
    <section className="sect">
      <header>
        <h2>Present {day === now ? "today" : `on ${dateText(isoOf(day))}`}</h2>
        <span className="count">
          {countText(here.length)} as recorded
          <AsOf />
          {day < now && "; later days are not known"}
          {unknown > 0 && `; not known for ${countText(unknown)}`}
        </span>
        <span className="more">
          <Link to={`${aspectOf(view.path, "presence")}#day=${isoOf(day)}`}>By day</Link>
        </span>
      </header>
      {here.length === 0 ? (
        <p>
          No {words(view.plural)} recorded for {dateText(isoOf(day))}.
        </p>
      ) : (
        <ul className="changes">
          {here.slice(0, SHOWN).map(({ member, path, title, role }) => (
            <li key={member.id}>
              <Link className="name" to={pageOf(member.path)}>
                {member.name}
              </Link>{" "}
              {role && <span className="soft">{words(role)}, </span>}
              <Link to={pageOf(path)}>{title}</Link>
            </li>
          ))}
          {here.length > SHOWN && <li className="soft">and {countText(here.length - SHOWN)} more</li>}
        </ul>
      )}
    </section>
  );
}

/** Returns who is there on the last known day; undefined until the service has answered. */
function usePresent(view: View, parts: PresenceParts | undefined, now: number): Present | undefined {
  const { knownUntil } = useKnownUntil();
  const day = isoOf(now);
  const goesOn = parts && endlessPath(parts, day);
  const going = useGet(goesOn);
  const endless: readonly Data[] | undefined = goesOn === undefined ? [] : going.data?.data[parts!.records.plural];
  const last = endless && knownUntil && lastKnownDay(endless.map(knownUntil), day);
  const ending = useGet(parts && last && endingPath(parts, { from: last, today: day }));
  const ended: readonly Data[] | undefined = parts && ending.data?.data[parts.records.plural];
  return useMemo(() => {
    if (!parts || !endless || !ended || !knownUntil) return undefined;
    // A record without an end is in both lists if a member leaves.
    const records = new Map([...endless, ...ended].map((record) => [record.id, record]));
    return presentIn(view, [...records.values()], { parts, knownUntil, now });
  }, [view, parts, endless, ended, knownUntil, now]);
}
