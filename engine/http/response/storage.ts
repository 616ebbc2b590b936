/** Refuses writes before the disk of the database is full. */

import { Problem } from "../../problem.ts";
import type { DiskSpace } from "../../store/health/disk-space.ts";

/** @throws Problem `insufficient-storage` if too little space is left to add anything */
export function requireSpace(diskSpace: Pick<DiskSpace, "level"> | undefined): void {
  if (diskSpace?.level !== "too little") return;
  const detail = "The disk of the database is nearly full, so nothing is written. Deleting records is still possible.";
  throw new Problem("insufficient-storage", detail, { refused: true });
}
