/** Parses ISBN, EAN and DOI in any notation and converts them to their canonical form. */

/** Returns an EAN as 13 digits, or `null` if the check digit is wrong. */
export function parseEan(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{13}$/.test(digits)) return null;
  return checkDigit13(digits) === digits[12] ? digits : null;
}

/** Parses an ISBN-10 or ISBN-13, ignoring blanks, hyphens and words around it. Returns the ISBN-13, or `null`. */
export function parseIsbn(text: string): string | null {
  const found = /(?<![\dXx-])(97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx](?![\d-])/.exec(text)?.[0].replace(/[\s-]/g, '');
  if (found === undefined) return null;
  if (found.length === 13) return parseEan(found);
  if (checkDigit10(found) !== found[9]!.toUpperCase()) return null;
  const twelve = `978${found.slice(0, 9)}`;
  return twelve + checkDigit13(twelve);
}

/** Returns the DOI from a text such as `https://doi.org/10.1000/182` or `doi:10.1000/182`, or `null`. */
export function parseDoi(text: string): string | null {
  const found = /^(?:(?:https?:\/\/(?:dx\.)?doi\.org\/)|(?:doi|info:doi)[:/]\s*)?(10\.\d{4,9}\/[^\s"<>]+)$/i.exec(text.trim());
  return found ? found[1]!.toLowerCase() : null;
}

function checkDigit13(digits: string): string {
  const sum = [...digits.slice(0, 12)].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

function checkDigit10(digits: string): string {
  const sum = [...digits.slice(0, 9)].reduce((total, digit, i) => total + Number(digit) * (10 - i), 0);
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
}
