/** Requests stay with one service: neither a link nor a redirect leads the credential to another. */

/**
 * The address of a path or link of a service.
 * @param base of the service, without a slash at its end
 * @throws TypeError if it is of another origin
 */
export function serviceAddress(base: string, link: string): string {
  const { origin } = new URL(base);
  const target = URL.canParse(link, origin) ? new URL(link, origin) : undefined;
  if (target?.origin !== origin)
    throw new TypeError(`The link ${link} leads away from ${origin}, so it is not followed.`);
  return base + target.pathname + target.search;
}

/** Whether a response is a redirect, as far as the platform tells: browsers hide its status. */
export function isRedirect({ status, type }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

/** Says where a redirect leads, if that is known. */
export function describeRedirect(url: string, { headers }: Response): string {
  const location = headers.get("location");
  const where = location === null ? "" : ` to ${location}`;
  return `${url} redirects${where}. Redirects are not followed: connect to the address of the service itself.`;
}
