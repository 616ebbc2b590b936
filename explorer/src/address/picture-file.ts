/** Addresses of pictures as files. */
import { aspectOf } from "./address.ts";
import { EMBED } from "./embedded.ts";

/** The formats of pictures. */
export type PictureFormat = "svg" | "png";

/**
 * Returns the address of a picture as a file. The settings of its page, which are in the fragment, become parameters that
 * begin with `-`.
 * @param name of the file: `timeline.svg`
 */
export function pictureAddress(
  path: string,
  name: string,
  { search, hash }: { readonly search: string; readonly hash: string },
  isDark: boolean,
): string {
  const settings = [...new URLSearchParams(hash.slice(1)), ...(isDark ? [["theme", "dark"]] : [])];
  const pairs = [...new URLSearchParams(search)].filter(([key]) => key !== EMBED);
  const parameters = new URLSearchParams([...pairs, ...settings.map(([key, value]) => [`-${key}`, value!])]);
  return `${aspectOf(path, name)}${parameters.size > 0 ? `?${parameters}` : ""}`;
}
