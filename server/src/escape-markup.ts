/** Escapes text for XML and HTML content and quoted attributes, and removes characters that XML does not allow (XML 1.0, section 2.2). */
export const escapeMarkup = (text: string): string => (SPECIAL.test(text) ? escapeSpecial(text) : text);

/** Characters to escape or remove. Most texts contain none, so a test avoids the replacement. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/;

const escapeSpecial = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|\ufffe|\uffff/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
