/** An export as pages show it. */
import { useEffect, useRef, useState } from "react";
import { exportList, type Format, pathOfExport } from "./export.ts";
import { saveFile } from "./save-file.ts";

/** The progress of an export. */
export type ExportState =
  | { readonly is: "idle" }
  | { readonly is: "running"; readonly bytes: number }
  | { readonly is: "saved"; readonly name: string }
  | { readonly is: "failed"; readonly error: Error; readonly retry: () => void };

/** An export, and how to start and stop it. */
export interface Export {
  readonly state: ExportState;
  readonly start: (format: Format) => void;
  readonly stop: () => void;
}

/** Exports a list with a query. An export that the page is left during is given up. */
export function useExport(path: string, search: string): Export {
  const [state, setState] = useState<ExportState>({ is: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setState({ is: "idle" });
  };
  const start = async (format: Format) => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    setState({ is: "running", bytes: 0 });
    const progress = (bytes: number) => running.current === controller && setState({ is: "running", bytes });
    try {
      const file = await exportList(pathOfExport(path, search, format), format, progress, controller.signal);
      saveFile(file.name, file.content);
      setState({ is: "saved", name: file.name });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ is: "failed", error: error as Error, retry: () => void start(format) });
    }
  };
  return { state, start: (format) => void start(format), stop };
}
