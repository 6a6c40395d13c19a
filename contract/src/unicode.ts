/** Unicode normalization in linear time. */

/** Pattern of characters that normalization may reorder. The two halfwidth characters become marks in NFKD and NFKC. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
// The Stream-Safe Text Format (UAX #15) allows 30 marks in a row; no language needs more.
const LONG_RUN = new RegExp(`${MARK}{30}(?=${MARK})`, 'u');
const SURPLUS = new RegExp(`(${MARK}{30})${MARK}+`, 'gu');

/**
 * Normalizes a text and removes marks after the first 30 in a row. `String.prototype.normalize` sorts marks in quadratic time, so that 50,000 of them
 * take seconds.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  (LONG_RUN.test(text) ? text.replace(SURPLUS, '$1') : text).normalize(form);
