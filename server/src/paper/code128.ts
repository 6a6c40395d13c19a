/** Code 128 (ISO/IEC 15417), the most reliably scanned barcode for letters and digits. */

/** Widths of the bars and gaps of the 107 symbols, starting with a bar. The last one is the stop symbol. */
const SIGNS = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/);
const [START_B, START_C, STOP] = [104, 105, 106];

/**
 * Returns the widths of bars and gaps, starting with a bar, or `null` if the text contains characters outside of ASCII. An even number of digits is
 * encoded in pairs, which halves the width.
 */
export function code128(text: string): number[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const pairs = /^(?:\d\d){2,}$/.test(text);
  const values = pairs ? text.match(/\d\d/g)!.map(Number) : [...text].map((sign) => sign.charCodeAt(0) - 32);
  const start = pairs ? START_C : START_B;
  const check = values.reduce((sum, value, i) => sum + value * (i + 1), start) % 103;
  return [start, ...values, check, STOP].flatMap((value) => [...SIGNS[value]!].map(Number));
}
