/** The controls above groups: along what, in which color, how high, and how they are drawn. */
import type { View } from "../../../../kit/description/model.ts";
import { useChangeSearch } from "../../address/use-change-search.ts";
import { useFragment } from "../../address/use-fragment.ts";
import { Button } from "../../components/button.tsx";
import { Menu } from "../../components/overlay/menu.tsx";
import { GroupMenu } from "../../components/summary/group-menu.tsx";
import { Segments } from "../time/segments.tsx";
import {
  alongChoices,
  type Choice,
  colorChoices,
  heightChoices,
  heightOf,
  periodChoices,
  swapped,
  withAlong,
  withParts,
} from "./choices.ts";
import type { Shape, Way } from "./numbers/shape.ts";

const WAYS: Readonly<Record<Way, string>> = { stacked: "stacked", shares: "shares", beside: "side by side" };

/** The parameter of the fragment that says how groups are drawn. */
export const AS = "as";

/** Props of `Controls`. */
export interface ControlsProps {
  readonly view: View;
  readonly search: string;
  /** Undefined for summaries that have no picture. */
  readonly shape: Shape | undefined;
  readonly way: Way;
  readonly ways: readonly Way[];
}

/** The controls; those that a summary without a picture has are behind "More". */
export function Controls({ view, search, shape, way, ways }: ControlsProps) {
  const [, change] = useFragment();
  return (
    <div className="pic-bar is-groups">
      {shape && <Parts view={view} search={search} shape={shape} />}
      <span className="end">
        {ways.length > 1 && (
          <Segments
            label="Drawn"
            isQuiet
            segments={ways.map((value) => ({ value, label: WAYS[value] }))}
            value={way}
            onChange={(value) => change({ [AS]: value === ways[0] ? undefined : value })}
          />
        )}
        <GroupMenu key={search} view={view} search={search} />
      </span>
    </div>
  );
}

function Parts({ view, search, shape }: { readonly view: View; readonly search: string; readonly shape: Shape }) {
  const changeSearch = useChangeSearch();
  const { along, color } = shape;
  const periods = periodChoices(view, shape);
  const colors = colorChoices(view, shape);
  const heights = heightChoices(view);
  const swap = swapped(view, search, shape);
  const set = (parts: Parameters<typeof withParts>[2]) => changeSearch((now) => withParts(now, shape, parts));
  return (
    <>
      <Pick
        label="Along"
        choices={alongChoices(view, shape)}
        chosen={along.field.name}
        choose={(name) => changeSearch((now) => withAlong(view, now, shape, name))}
      />
      {periods.length > 0 && along.grouping.period && (
        <Pick name="Period" choices={periods} chosen={along.grouping.name} choose={(name) => set({ along: name })} />
      )}
      <Button
        small
        look="bare"
        icon="requests"
        label="Swap both fields"
        aria-disabled={swap === undefined}
        onClick={() => swap !== undefined && changeSearch((now) => swapped(view, now, shape) ?? now)}
      />
      {colors.length > 1 && (
        <Pick
          label="In color"
          choices={colors}
          chosen={color?.grouping.name ?? ""}
          choose={(name) => set({ color: name })}
        />
      )}
      {heights.length > 1 && (
        <Pick label="Height" choices={heights} chosen={heightOf(shape)} choose={(name) => set({ height: name })} />
      )}
    </>
  );
}

/** A button that says what is chosen, and opens the choices. */
function Pick({
  label,
  name = label ?? "",
  choices,
  chosen,
  choose,
}: {
  readonly label?: string;
  readonly name?: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}) {
  const text = choices.find(({ id }) => id === chosen)?.label ?? chosen;
  return (
    <span className="label small">
      {label}
      <Menu
        name={name}
        align="start"
        button={{ small: true, icon: "down", children: text, "aria-label": `${name}: ${text}` }}
        entries={choices}
        chosen={[chosen]}
        onAction={choose}
      />
    </span>
  );
}
