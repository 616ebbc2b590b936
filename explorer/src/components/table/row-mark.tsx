/** The mark of a row of a list that has changed since it was shown. */
import type { RowMark } from "../../live/row-changes.ts";

/** The word beside the name of the record; nothing if nothing happened. */
export function RowMarkWord({ mark }: { readonly mark: RowMark | undefined }) {
  return (
    mark && (
      <>
        {" "}
        <span className="row-mark">{mark}</span>
      </>
    )
  );
}

/** Returns the class of a row. @param isOn whether it is selected */
export function rowClass(mark: RowMark | undefined, isOn?: boolean): string | undefined {
  const classes = [mark && `is-${mark}`, isOn && "is-on"].filter(Boolean);
  return classes.length > 0 ? classes.join(" ") : undefined;
}
