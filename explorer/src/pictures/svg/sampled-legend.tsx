/** The legend of a drawing: colors or samples, and their words. */
import { SvgDrawing } from "./drawing.tsx";
import { SAMPLE_HEIGHT, type SampledEntry } from "./legend-entry.ts";

/** The entries in a row. */
export function SampledLegend({ entries }: { readonly entries: readonly SampledEntry[] }) {
  return (
    <ul className="legend">
      {entries.map(({ label, count, hue, sample }) => (
        <li key={label} className="key">
          {hue !== undefined && <i className={`sw c${hue}`} />}
          {sample && (
            <span aria-hidden>
              <SvgDrawing className="series" drawing={{ ...sample, height: SAMPLE_HEIGHT, label }} />
            </span>
          )}
          {label} {count && <span className="count">{count}</span>}
        </li>
      ))}
    </ul>
  );
}
