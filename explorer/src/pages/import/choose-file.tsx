/** Chooses the file that is imported. */
import { type DragEvent, useState } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { UnreadableFile } from "../../../../kit/rows/row.ts";
import { Button } from "../../components/button.tsx";
import { saveFile } from "../../components/export/save-file.ts";
import { Icon } from "../../components/icon.tsx";
import { bytesText } from "../../units.ts";
import { MAX_BYTES, readTable, type Table } from "./table.ts";

/** A box for a file: dropped, or chosen with a button. */
export function ChooseFile({ view, onTable }: { readonly view: View; readonly onTable: (table: Table) => void }) {
  const [fault, setFault] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setFault(undefined);
    setIsReading(true);
    // The page says so before it is busy.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      onTable(await readTable(file));
    } catch (error) {
      // A folder, or a file that is gone, has no content.
      setFault(`${file.name}: ${reasonOf(error)}`);
      setIsReading(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const saveTemplate = () => {
    const names = view.writable.create.map(({ name }) => name);
    saveFile(`${view.plural}.csv`, new Blob([`${names.join(",")}\r\n`], { type: "text/csv" }));
  };
  return (
    <>
      {fault !== undefined && (
        <div className="note is-fault" role="alert">
          <Icon name="warn" />
          <span>{fault}</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the control in it does the same with a keyboard */}
      <div
        className={isOver ? "drop is-over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <p>
          <b>Drop a file here</b>, or choose one:
        </p>
        <input
          type="file"
          aria-label="File"
          accept=".csv,.tsv,.ndjson,.jsonl,.json,text/csv,application/json,application/x-ndjson"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // The same file can be chosen again after it was fixed.
            target.value = "";
          }}
        />
        <p role="status">{isReading && "Reading …"}</p>
        <p className="small soft">
          CSV, NDJSON or a JSON array, UTF-8, up to {bytesText(MAX_BYTES)}. Nothing is sent before you have seen the
          check.
        </p>
      </div>
      <p className="small soft">
        Exported files can be imported again.{" "}
        <Button small onClick={saveTemplate}>
          Save an empty CSV with all columns
        </Button>
      </p>
    </>
  );
}

/** Returns the reason why a file cannot be read, and the line where that begins. */
function reasonOf(error: unknown): string {
  if (!(error instanceof UnreadableFile))
    return "It cannot be read: it is a folder, or it was moved or deleted. Choose it again.";
  return error.line > 1 ? `line ${error.line}: ${error.message}` : error.message;
}
