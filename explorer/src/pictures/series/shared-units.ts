/** Units of one dimension are drawn on one axis: values are converted to the unit that most of them are recorded in. */
import { converted, convertedDifference, type Unit, unitOf } from "../../../../kit/values/ucum.ts";
import { type Sample, subjectOf } from "./samples.ts";

/** Beside values this many times as large, the smaller values would all lie at the end of the axis. */
const MOST_RATIO = 1_000;

/** Returns samples in the unit of most samples of their quantity, as far as they can be converted. */
export function inUnitOfQuantity(samples: readonly Sample[]): readonly Sample[] {
  return inOrder([...Map.groupBy(samples, subjectOf).values()].flatMap((own) => inCommonUnit(own, () => true)));
}

/**
 * Returns samples in few units: those of one quantity in one, and those of all quantities in the unit of most samples,
 * if values are of about one size. Between quantities, scales of temperature with other zeros are not converted: one of
 * them could be a difference.
 */
export function inUnitsOfAxes(samples: readonly Sample[]): readonly Sample[] {
  const isAlike = (own: readonly Sample[], main: readonly Sample[], from: Unit, to: Unit) => {
    const sizes = [greatest(own) * from.factor, greatest(main) * to.factor];
    return from.offset === to.offset && Math.max(...sizes) <= MOST_RATIO * Math.min(...sizes);
  };
  return inOrder(inCommonUnit(inUnitOfQuantity(samples), isAlike));
}

function inCommonUnit(
  samples: readonly Sample[],
  canShare: (own: readonly Sample[], main: readonly Sample[], from: Unit, to: Unit) => boolean,
): readonly Sample[] {
  const units = [...Map.groupBy(samples, ({ unit }) => unit)].map(([code, own]) => ({ code, own, unit: unitOf(code) }));
  const recorded = Map.groupBy(samples, (sample) => (sample.recorded ?? sample).unit);
  units.sort((a, b) => recorded.get(b.code)!.length - recorded.get(a.code)!.length);
  return units.flatMap(({ own, unit }) => {
    const main = units.find((each) => unit && each.unit?.dimension === unit.dimension);
    if (!unit || !main?.unit || own === main.own || !canShare(own, main.own, unit, main.unit)) return own;
    return own.map((sample) => inUnit(sample, unit, main.unit!, main.code));
  });
}

function inUnit(sample: Sample, from: Unit, to: Unit, code: string): Sample {
  const { y, uncertainty, recorded = sample } = sample;
  if (recorded.unit === code) return recorded;
  return {
    ...{ ...sample, recorded, y: converted(y, from, to), unit: code },
    uncertainty: uncertainty === undefined ? undefined : convertedDifference(uncertainty, from, to),
  };
}

function greatest(samples: readonly Sample[]): number {
  return samples.reduce((most, { y }) => Math.max(most, Math.abs(y)), 0);
}

function inOrder(samples: readonly Sample[]): readonly Sample[] {
  return samples.toSorted((a, b) => a.x - b.x);
}
