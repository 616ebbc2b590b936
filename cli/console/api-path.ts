/** Paths on the command line. */
import { API_ROOT } from "../../engine/resource/resource.ts";

/** The path of the API that a user names: as in the reference, or what follows `/api/`. */
export function apiPath(given: string): string {
  return given.startsWith("/") ? given : `${API_ROOT}/${given}`;
}
