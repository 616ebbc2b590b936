/** Integers and decimals. */
import type { ClipboardEvent } from "react";
import { numberText, unitText } from "../../units.ts";

/** A number with its unit. A power of ten has its exact value as title, and gives it when it is copied. */
export function Quantity({ value, unit }: { readonly value: number; readonly unit?: string | null | undefined }) {
  const { digits, exponent } = numberText(value);
  const isRounded = exponent !== undefined;
  return (
    <span
      className="num"
      title={isRounded ? String(value) : undefined}
      onCopy={isRounded ? (event) => copyExact(event, value) : undefined}
    >
      {digits}
      {isRounded && (
        <>
          {" × 10"}
          <span className="sr">^</span>
          <sup>{exponent}</sup>
        </>
      )}
      {unit && unitText(unit) && <span className="unit">{unitAfterNumber(unit, value)}</span>}
    </span>
  );
}

/** Writes a unit after a number. There is no space before a degree of arc. */
function unitAfterNumber(unit: string, value: number): string {
  const text = unitText(unit, value);
  return text === "°" ? text : `\u00a0${text}`;
}

/** Copies the exact value if nothing else is selected. Otherwise the text stays readable: `1.898 × 10^27`. */
function copyExact(event: ClipboardEvent<HTMLElement>, value: number): void {
  const selection = getSelection();
  const { currentTarget } = event;
  if (!currentTarget.contains(selection?.anchorNode ?? null) || !currentTarget.contains(selection?.focusNode ?? null))
    return;
  event.clipboardData.setData("text/plain", String(value));
  event.preventDefault();
}
