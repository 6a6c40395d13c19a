/** Unicode normalization in time linear in the text. */

/** Pattern of a character that normalization may reorder. The two halfwidth ones are marks in NFKD and NFKC. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
// 30 in a row are the limit of the Stream-Safe Text Format (UAX #15); no language needs more.
const LONG_RUN = new RegExp(`${MARK}{30}(?=${MARK})`, 'u');
const SURPLUS = new RegExp(`(${MARK}{30})${MARK}+`, 'gu');

/**
 * Returns the normalized text without marks after the first 30 in a row. `String.prototype.normalize` sorts marks in quadratic time:
 * 50,000 of them take seconds.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  (LONG_RUN.test(text) ? text.replace(SURPLUS, '$1') : text).normalize(form);
