/** The home page: what the registry proves, what happened on this day, who is there, what is next, and what has changed. */
import { lazy } from "react";
import { titleOf } from "../../../../kit/description/pages/pictures.ts";
import { aspectOf } from "../../address/address.ts";
import { useCount, useCounts } from "../../components/frame/counts.ts";
import { Inline } from "../../components/inline.tsx";
import { Lazy } from "../../components/lazy.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { useRights } from "../../requests/rights/rights.ts";
import { ActiveNow } from "./active-now.tsx";
import { ByHand } from "./by-hand.tsx";
import { CountsStrip } from "./counts-strip.tsx";
import { LatestChanges } from "./latest-changes.tsx";
import { Next } from "./next.tsx";
import { NoRecords } from "./no-records.tsx";
import { OnThisDay } from "./on-this-day.tsx";
import { type Pictured, pictureIn } from "./pictures.ts";
import { Headline, Proof } from "./presence/headline.tsx";
import { PresentList } from "./presence/present-list.tsx";
import { usePresence } from "./presence/use-presence.ts";
import { Questions } from "./questions.tsx";
import { Search } from "./search.tsx";

const Row = lazy(() => import("./scale/row.tsx"));
const Days = lazy(() => import("./presence/days.tsx"));

const room = (
  <>
    <div className="days" />
    <figcaption />
  </>
);

/** The home page. A part is shown if the description has what it needs. */
export function HomePage() {
  const { title, about, collections } = useDescription();
  const own = collections.filter(({ isSystem }) => !isSystem);
  const timeline = pictureIn(own, "timeline");
  const presence = pictureIn(own, "presence");
  const scale = pictureIn(own, "scale");
  const present = usePresence(presence);
  const { mayRead } = useRights();
  const isEmpty = useCounts(own).every((count) => count === 0);
  const isDrawn = presence && (present === undefined || (present !== null && present.members.length > 0));
  return (
    <>
      <div className="hero">
        <div>
          <Headline {...{ title, presence, present }} />
          {about.map((paragraph) => (
            <p key={paragraph} className="lede">
              <Inline text={paragraph} />
            </p>
          ))}
        </div>
        <div>
          {presence?.picture.run && <Proof view={presence.view} present={present} />}
          <Search views={own} timeline={timeline} />
        </div>
      </div>
      {isDrawn && (
        <figure className="face days-in" aria-busy={!present || undefined}>
          <Lazy meanwhile={room}>{present ? <Days {...presence} present={present} /> : room}</Lazy>
        </figure>
      )}
      <CountsStrip views={own} />
      {isEmpty ? (
        <NoRecords views={own} />
      ) : (
        <div className="home-parts">
          <div>
            <Questions />
            {timeline && <OnThisDay {...timeline} />}
          </div>
          <div>
            {presence && present !== null && <PresentList {...presence} present={present} />}
            {timeline && <Next {...timeline} />}
          </div>
          <div>
            {timeline && <ActiveNow {...timeline} />}
            <LatestChanges />
          </div>
        </div>
      )}
      {scale && mayRead(scale.view) && <ToScale {...scale} />}
      <ByHand views={own} timeline={timeline} />
    </>
  );
}

/** A picture of bodies in one row, with a link to all of it; nothing if there are none. */
function ToScale({ view, picture }: Pictured) {
  const title = titleOf(picture, view);
  if (useCount(view) === 0) return null;
  return (
    <section className="sect">
      <header>
        <h2>{title}</h2>
        <span className="more">
          <Link to={aspectOf(view.path, "scale")}>All</Link>
        </span>
      </header>
      <Lazy>
        <Row {...{ view, picture, title }} />
      </Lazy>
    </section>
  );
}
