/** Text as it may stand in XML and HTML, between tags and in attributes of either quote. What XML cannot hold at all is left out (XML 1.0, 2.2). */
export const escapeMarkup = (text: string): string => (SPECIAL.test(text) ? escapeSpecial(text) : text);

/** Most text has none of what is escaped or left out; to find that out is most of the work. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/;

const escapeSpecial = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|\ufffe|\uffff/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
