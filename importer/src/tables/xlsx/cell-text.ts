/** Formats the values of cells as a German spreadsheet displays them. */
import { dateFromSerial, format, isDateFormat } from 'numfmt';

/** Built-in number formats by id, which workbooks do not contain (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 14: 'dd.mm.yyyy', 15: 'd. mmm yy', 16: 'd. mmm', 17: 'mmm yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'hh:mm' },
  ...{ 21: 'hh:mm:ss', 22: 'dd.mm.yyyy hh:mm', 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00' },
  ...{
    41: '#,##0',
    42: '#,##0 "€"',
    43: '#,##0.00',
    44: '#,##0.00 "€"',
    45: 'mm:ss',
    46: '[h]:mm:ss',
    47: 'mm:ss',
    48: '##0.0E+0',
    49: '@',
  },
};
export const builtInFormat = (id: number): string => BUILT_IN[id] ?? 'General';

const MAX_FORMAT = 200;
/** Difference in days between the 1900 and 1904 date systems. */
const DAYS_TO_1904 = 1_462;

/**
 * Returns a number as displayed in its cell. Dates always include day, month and year (`31.07.2027`), because a day without a year cannot be
 * imported.
 */
export function numberText(raw: string, pattern: string, from1904: boolean): string {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (pattern.length > MAX_FORMAT) return plainNumber(value);
  if (isDateFormat(pattern)) return dateText(from1904 ? value + DAYS_TO_1904 : value, pattern);
  if (isPlain(pattern)) return plainNumber(value);
  try {
    return format(pattern, value, { locale: 'de', throws: true, nbsp: false }).trim();
  } catch {
    return plainNumber(value);
  }
}

const isPlain = (pattern: string): boolean => pattern === '@' || /^(\[[^\]]*\])?general$/i.test(pattern) || /e\+/i.test(pattern);

/** Returns a number with all its digits instead of `4,92E+13`. Spreadsheets store fifteen significant digits. */
function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const words = Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded);
  return words.replace('.', ',');
}

const two = (part: number): string => String(part).padStart(2, '0');

function dateText(value: number, pattern: string): string {
  // Ignores text in quotation marks and brackets, which is not part of the date format.
  const letters = pattern.replace(/"[^"]{0,99}"|\[[^\]]{0,99}\]|\\./g, '').toLowerCase();
  const showsDay = letters.includes('d');
  try {
    if (!showsDay || value < 1) return format(pattern, value, { locale: 'de', throws: true, nbsp: false }).trim();
    const [year, month, day, hours, minutes] = dateFromSerial(value);
    const date = `${two(day)}.${two(month)}.${String(year).padStart(4, '0')}`;
    return letters.includes('h') && value % 1 !== 0 ? `${date} ${two(hours)}:${two(minutes)}` : date;
  } catch {
    return plainNumber(value);
  }
}

/** Decodes escapes such as `_x000D_`, which represent characters that XML does not allow. */
export const cellWords = (words: string): string =>
  words.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/\r\n?/g, '\n');
