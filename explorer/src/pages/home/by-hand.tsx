/** The data of the home page, as commands for a shell. */

import type { View } from "../../../../kit/description/model.ts";
import { lastSegment } from "../../../../kit/description/paths.ts";
import { CopyButton } from "../../components/copy.tsx";
import { inTone } from "../../fields/in-tone.ts";
import { useGet } from "../../requests/queries.ts";
import type { Pictured } from "./pictures.ts";

/** Three curl commands, made from the first collection. */
export function ByHand({
  views,
  timeline,
}: {
  readonly views: readonly View[];
  readonly timeline: Pictured | undefined;
}) {
  const view = timeline?.view ?? views[0];
  const known = view?.page.example && `${view.path}/${view.page.example}`;
  const { data } = useGet(view && !known ? `${view.path}?limit=1` : undefined, { poll: 60_000 });
  if (!view) return null;
  const first: string | undefined = known ?? data?.data[view.plural]?.[0]?._links.self;
  const going = inTone(view, "go");
  const query = [going && `${going.parameter}=${going.states[0]}`, sortOf(view, timeline)].filter(Boolean).join("&");
  const lines = [
    { step: "Read", url: first ?? view.path, rest: "" },
    ...(query === "" ? [] : [{ step: "Filter", url: `${view.path}?${query}`, rest: "" }]),
    {
      step: "Export",
      url: `${view.path}?format=csv`,
      rest: ` -o ${lastSegment(view.path)}.csv`,
    },
  ];
  return (
    <section className="sect">
      <header>
        <h2>The same with curl</h2>
        <span className="more">
          <a href="/docs">Reference</a>
        </span>
      </header>
      <ul className="steps">
        {lines.map(({ step, url, rest }) => {
          const address = quoted(location.origin + url);
          return (
            <li key={step}>
              <h3>{step}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
              <pre tabIndex={0}>
                curl <span className="s">{address}</span>
                {rest}
              </pre>
              <CopyButton look="bare" small label={`Copy: ${step}`} text={`curl ${address}${rest}`} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function sortOf(view: View, timeline: Pictured | undefined): string {
  const field = timeline ? String(timeline.picture.from) : view.title;
  return view.sortable.includes(field) ? `sort=${field}${timeline ? ":desc" : ""}` : "";
}

/** Writes a URL as a shell takes it: addresses of the API have no quotes. */
function quoted(url: string): string {
  return /[?&]/.test(url) ? `'${url}'` : url;
}
