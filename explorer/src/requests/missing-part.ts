/** Parts of the page that could not be loaded: because there is a newer build, or because the connection was lost. */
import { store } from "../store.ts";

/** The reason why a part is missing; undefined while none is. */
export const missingPart = store<"newer" | "lost" | undefined>(undefined);

/** The script that this page was started with. A newer build has another one. */
const entry = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");

// Vite's event. The import fails as it would without it.
addEventListener("vite:preloadError", () => {
  void isOtherBuild().then((isOther) => missingPart.set(isOther ? "newer" : "lost"));
});

async function isOtherBuild(): Promise<boolean> {
  try {
    const response = await fetch("/", { headers: { accept: "text/html" }, cache: "no-cache" });
    return response.ok && entry != null && !(await response.text()).includes(entry);
  } catch {
    return false;
  }
}
