/** The paths of records and their sub-resources. */

/** The path of a record below its list. @throws TypeError if no record can have this id */
export function recordPath(list: string, id: string): string {
  // A path of dots would lead elsewhere (RFC 3986 §5.2.4).
  if (/^\.*$/.test(id)) throw new TypeError(`${JSON.stringify(id)} is not an id.`);
  return `${list}/${encodeURIComponent(id)}`;
}

/** The path of a sub-resource, by the name of its property: `space_stations` is at `space-stations`. */
export function pathBelow(path: string, property: string): string {
  return `${path}/${encodeURIComponent(property.replaceAll("_", "-"))}`;
}
