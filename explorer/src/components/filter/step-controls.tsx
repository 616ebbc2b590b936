/** The choice of how many related records a filter is about. */
import type { Step } from "../../../../kit/description/filter-paths.ts";

/** Props of `StepControls`. */
export interface StepControlsProps {
  readonly steps: readonly Step[];
  readonly setSteps: (steps: Step[]) => void;
  /** The number of the first steps that are fixed. */
  readonly fixed: number;
}

/** A select for each step that leads to a list, the last one first: at least one of its records, or none. */
export function StepControls({ steps, setSteps, fixed }: StepControlsProps) {
  const controls = steps.map(({ relation, isNone }, index) => {
    if (index === fixed - 1) return <SameRecord key={relation.name} noun={relation.noun} />;
    if (index < fixed || !(relation.isMany || isNone)) return null;
    return (
      <span key={relation.name} className="pick is-wide">
        <select
          aria-label={`How many: ${relation.noun}`}
          value={String(isNone)}
          onChange={({ target }) => setSteps(steps.with(index, { relation, isNone: target.value === "true" }))}
        >
          <option value="false">of at least one {relation.noun}</option>
          <option value="true">of no {relation.noun}</option>
        </select>
      </span>
    );
  });
  return controls.toReversed();
}

function SameRecord({ noun }: { readonly noun: string }) {
  return <p className="help">of the same {noun}</p>;
}
