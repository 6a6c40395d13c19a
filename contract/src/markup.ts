/** Simple handling of markup in texts, in linear time for any input. */

/** Names of HTML elements. Any other name between `<` and `>` is part of the text. */
export const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr acronym address article aside audio b base bdi bdo big blockquote body br button caption center cite code col colgroup data dd del details dfn
  dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label
  legend li link main map mark menu meta nav noscript object ol option p param picture pre q rp rt ruby s samp script section select small source span
  strike strong style sub summary sup svg table tbody td textarea tfoot th thead time title tr tt u ul var video wbr`.split(/\s+/),
);

/** Replaces each tag, which reaches from `<` to the next `>`. A `<` without a following `>` is kept. The result is plain text, not safe HTML. */
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

const OPENING = /<([a-z][a-z0-9]{0,11})(?=[\s/>])/gi;

/** Returns whether a text may contain an HTML element, which is `<` followed by an element name and by a `>` anywhere after it. */
export function hasTags(text: string): boolean {
  const end = text.lastIndexOf('>');
  if (end < 0) return false;
  for (const { 1: name, index } of text.matchAll(OPENING)) {
    if (index > end) return false;
    if (HTML_ELEMENTS.has(name!.toLowerCase())) return true;
  }
  return false;
}
