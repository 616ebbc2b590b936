/** "Export all": a list as a file, and how far it has come. */
import { NetworkError } from "../../../../client/index.ts";
import { bytesText, countText } from "../../units.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { Menu } from "../overlay/menu.tsx";
import { ProblemView } from "../problem/problem-view.tsx";
import type { Format } from "./export.ts";
import type { Export } from "./use-export.ts";

/** The button that exports, or stops. */
export function ExportMenu({
  exported: { state, start, stop },
  total,
  columns,
}: {
  readonly exported: Export;
  readonly total: number | undefined;
  /** The fields of the file, in words. */
  readonly columns: string;
}) {
  if (state.is === "running")
    return (
      <Button icon="close" onClick={stop}>
        Stop the export <span className="num faint">{bytesText(state.bytes)}</span>
      </Button>
    );
  return (
    <Menu
      name="Export"
      button={{
        icon: "export",
        children: total === undefined ? "Export all" : `Export all ${countText(total)}`,
      }}
      entries={[
        { id: "csv", label: "CSV", hint: columns },
        { id: "ndjson", label: "NDJSON", hint: columns },
      ]}
      onAction={(format) => start(format as Format)}
    />
  );
}

/** Shows the outcome of an export. */
export function ExportOutcome({ exported: { state, stop } }: { readonly exported: Export }) {
  const isCut = state.is === "failed" && state.error instanceof NetworkError;
  return (
    <>
      <p className="sr" role="status">
        {state.is === "saved" && `Saved as ${state.name}.`}
      </p>
      {isCut && (
        <div className="note is-fault" role="alert">
          <Icon name="warn" />
          <span>
            <b>The export was cut off.</b> Nothing was saved, because the file would not be complete.
          </span>
          <span className="btns end">
            <Button small onClick={state.retry}>
              Try again
            </Button>
            <Button small look="bare" icon="close" label="Close" onClick={stop} />
          </span>
        </div>
      )}
      {state.is === "failed" && !isCut && <ProblemView error={state.error} retry={state.retry} />}
    </>
  );
}
