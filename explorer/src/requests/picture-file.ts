/** Pictures that the service draws. */
import { NetworkError, Problem } from "../../../client/index.ts";
import { aspectOf } from "../address/address.ts";
import { EMBED } from "../address/embedded.ts";
import { currentKey } from "./key.ts";

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
  { search, hash }: Pick<Location, "search" | "hash">,
  isDark: boolean,
): string {
  const settings = [...new URLSearchParams(hash.slice(1)), ...(isDark ? [["theme", "dark"]] : [])];
  const pairs = [...new URLSearchParams(search)].filter(([key]) => key !== EMBED);
  const parameters = new URLSearchParams([...pairs, ...settings.map(([key, value]) => [`-${key}`, value!])]);
  return `${aspectOf(path, name)}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

/** Reads a picture with the caller's key. @throws Problem, NetworkError */
export async function readPicture(address: string): Promise<Blob> {
  const key = currentKey();
  const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
  let response: Response;
  try {
    response = await fetch(address, { headers });
  } catch (error) {
    throw new NetworkError("GET", address, error as Error);
  }
  if (!response.ok) throw new Problem(response.status, await response.json());
  return await response.blob();
}
