/** Escapes text for XML and HTML, in content and attributes with either quote. Characters XML does not allow are removed (XML 1.0, 2.2). */
export const escapeMarkup = (text: string): string => (SPECIAL.test(text) ? escapeSpecial(text) : text);

/** Most texts need no escaping, so they are tested first. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/;

const escapeSpecial = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|\ufffe|\uffff/gu, '')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
