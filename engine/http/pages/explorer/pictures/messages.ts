/** What the service and the thread that draws pictures say to each other. */

/** A picture to draw. */
export interface DrawRequest {
  /** `timeline`, or `groups`; of a record, `face`. */
  readonly kind: string;
  /** The path of the list or the record in the API, and its query: `/api/rockets`, `?status=active`. */
  readonly path: string;
  readonly search: string;
  /** The way in which it is looked at: the fragment of the picture's page, without `#`. */
  readonly settings: string;
  readonly theme: "light" | "dark";
  /** As high as it needs to be, or of the size of previews of links. */
  readonly size: "whole" | "preview";
  readonly format: "svg" | "png";
  /** The address of the picture's page. */
  readonly address: string;
  /** The day of the drawing: `2026-01-31`. */
  readonly day: string;
}

/** To the thread: draw this; or the answer to a read, which is undefined if it was refused. */
export type FromService =
  | { readonly draw: number; readonly request: DrawRequest }
  | { readonly read: number; readonly text: string | undefined };

/** The end of a drawing: the picture, why it cannot be drawn as it is wanted, or what failed. */
export interface Drawn {
  readonly drawn: number;
  readonly picture?: string | Uint8Array;
  readonly refused?: string;
  readonly failed?: string;
}

/** From the thread: the end of a drawing; or a path of the API to read for it. */
export type FromThread = Drawn | { readonly read: number; readonly path: string; readonly draw: number };
