/** Lists who takes part in something today, or on the last day on which that is known. */
import { words } from "../../../../../kit/description/words.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { AsOf } from "../../../components/as-of.tsx";
import { Link } from "../../../description/past/link.tsx";
import { isoOf } from "../../../pictures/time/days.ts";
import { countText, dateText } from "../../../units.ts";
import type { Pictured } from "../pictures.ts";
import type { Present } from "./use-presence.ts";

const SHOWN = 12;

/** The members, people or not, who are there on the day shown. */
export function PresentList({ view, present }: Pictured & { readonly present: Present | undefined }) {
  // Its column is there from the start.
  if (!present) return <section className="sect" aria-busy />;
  const { day, now, here, unknown } = present;
  const date = dateText(isoOf(day));
  return (
    <section className="sect">
      <header>
        <h2>Present {day === now ? "today" : `on ${date}`}</h2>
        <span className="count">{countText(here.length)}</span>
        <span className="more">
          <Link to={`${aspectOf(view.path, "presence")}#day=${isoOf(day)}`}>By day</Link>
        </span>
      </header>
      {here.length === 0 ? (
        <p>
          No {words(view.plural)} recorded for {date}.
        </p>
      ) : (
        <ul className="present">
          {here.slice(0, SHOWN).map(({ member, path, title, role }) => (
            <li key={member.id}>
              <Link className="name" to={pageOf(member.path)}>
                {member.name}
              </Link>{" "}
              <span className="soft">
                {role && `${words(role)}, `}
                <Link to={pageOf(path)}>{title}</Link>
              </span>
            </li>
          ))}
          {here.length > SHOWN && <li className="soft">and {countText(here.length - SHOWN)} more</li>}
        </ul>
      )}
      <p className="small soft">
        As recorded
        <AsOf />
        {day < now && "; later days are not known"}
        {unknown > 0 && `; not known for ${countText(unknown)}`}.
      </p>
    </section>
  );
}
