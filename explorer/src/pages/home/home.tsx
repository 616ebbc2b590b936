/** The home page: what the registry contains, and what is happening now. */
import { Inline } from "../../components/inline.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { ActiveNow } from "./active-now.tsx";
import { ByHand } from "./by-hand.tsx";
import { ByYear } from "./by-year.tsx";
import { CountsStrip, TotalCount } from "./counts-strip.tsx";
import { LatestChanges } from "./latest-changes.tsx";
import { NoRecords } from "./no-records.tsx";
import { pictureIn } from "./pictures.ts";
import { PresentToday } from "./present-today.tsx";
import { Search } from "./search.tsx";

/** The home page. A part is shown if the description has what it needs. */
export function HomePage() {
  const { title, about, collections } = useDescription();
  const own = collections.filter(({ isSystem }) => !isSystem);
  const timeline = pictureIn(own, "timeline");
  const presence = pictureIn(own, "presence");
  return (
    <>
      <div className="hero head">
        <h1>
          {title} <TotalCount views={own} />
        </h1>
        {about.map((paragraph) => (
          <p key={paragraph} className="lede">
            <Inline text={paragraph} />
          </p>
        ))}
        <Search views={own} timeline={timeline} />
      </div>
      <CountsStrip views={own} />
      <NoRecords views={own} />
      {timeline && <ByYear {...timeline} views={own} />}
      <div className="side">
        <div>{timeline && <ActiveNow {...timeline} />}</div>
        <div>
          {presence && <PresentToday {...presence} />}
          <LatestChanges />
        </div>
      </div>
      <ByHand views={own} timeline={timeline} />
    </>
  );
}
