/** Values that the service generates, and that therefore differ between services. */

/** Ids, secrets, and cursors, which contain ids. */
export const GENERATED =
  /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|smk_[\w-]{43}|whsec_[\w+/=]+|(?<=cursor=)[\w-]+/gi;

/** Replaces generated values by numbers, in the order of their first occurrence. `names` stores the numbers between calls. */
export function numberGenerated(text: string, names: Map<string, string>): string {
  return text.replace(GENERATED, (id) => {
    if (!names.has(id)) names.set(id, `<generated ${names.size}>`);
    return names.get(id)!;
  });
}
