/** Patience with a database that others keep busy. */
import { Problem } from "../problem.ts";

/** How often the service's own work is begun; it waits each time as long as a write waits for those of others. */
const BEGINNINGS = 12;

/** Work of the service's own, which no caller waits for: another process may be filling the database just now. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await work();
    } catch (reason) {
      const away = reason instanceof Problem && reason.slug === "unavailable";
      if (!away || beginning === BEGINNINGS) throw reason;
    }
  }
}
