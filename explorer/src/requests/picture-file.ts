/** Pictures that the service draws. */
import { NetworkError, Problem } from "../../../client/index.ts";
import { currentKey } from "./key.ts";

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
