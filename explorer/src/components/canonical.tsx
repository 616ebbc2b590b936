/** The canonical address of a page that has several. */
import { pageOf } from "../address/address.ts";

/** Links to the canonical page, whose path the service names in `Content-Location`. */
export function Canonical({ headers }: { readonly headers: Headers }) {
  const location = headers.get("content-location");
  return location === null ? null : <link rel="canonical" href={pageOf(location.replace(/\?.*$/s, ""))} />;
}
