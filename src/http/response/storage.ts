/** Refuses writes before the disk of the database is full. */
import type { DiskSpace } from "../../store/health/disk-space.ts";
import { HttpProblem } from "../problem-types.ts";

/** @throws Problem `insufficient-storage` if too little space is left to add anything */
export function requireSpace(diskSpace: Pick<DiskSpace, "level"> | undefined): void {
  if (diskSpace?.level !== "too little") return;
  const detail = "The disk of the database is nearly full, so nothing is written. Deleting records is still possible.";
  throw new HttpProblem("insufficient-storage", detail, { refused: true });
}
