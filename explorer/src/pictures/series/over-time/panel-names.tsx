/** The names of the lines of a panel, where there is no room beside them. */
import { countText } from "../../../units.ts";
import type { Panel } from "./panels.ts";

/** Names with their colors. */
export function PanelNames({ panel }: { readonly panel: Panel }) {
  return (
    <ul className="how is-names">
      {panel.lines.map(({ key, name, detail, hue, samples }) => (
        <li key={key}>
          <i className={`sw c${hue}`} />
          <span>
            {name} <span className="faint">{[detail, countText(samples.length)].filter(Boolean).join(" · ")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
