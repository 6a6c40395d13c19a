/** Plain handling of markup in texts: linear in the length of the text, whatever it contains. */

/**
 * Replaces each tag, from `<` to the next `>`. A `<` that no `>` follows is no tag and stays with everything after it. The result is
 * plain text, not safe HTML.
 */
export function stripTags(text: string, replacement: string | ((tag: string) => string) = ''): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    const end = start < 0 ? -1 : text.indexOf('>', start);
    if (end < 0) break;
    parts.push(text.slice(at, start), typeof replacement === 'string' ? replacement : replacement(text.slice(start, end + 1)));
    at = end + 1;
  }
  return parts.join('') + text.slice(at);
}

/** Returns whether a text contains what may be an element: `<` and a letter, and a `>` anywhere after it. */
export function hasTags(text: string): boolean {
  const start = text.search(/<[a-z]/i);
  return start >= 0 && text.lastIndexOf('>') > start;
}
