/** Text as it may stand in XML and HTML, between tags and in attributes of either quote. What XML cannot hold at all is left out (XML 1.0, 2.2). */
export const escapeMarkup = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|\ufffe|\uffff/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
