/** Words of a shell (POSIX.1-2024, Shell Command Language §2.2). */

/** Quotes a word so that a shell takes it as it is. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
