/** Finds global identifiers of a work in texts. */
import { parseDoi, parseEan, parseIsbn } from '@fundus/contract/catalogue/work-numbers';
import { unique, type WorkNumbers } from './foreign-record.ts';

/** Returns the ISBNs, EANs and DOIs in the texts. */
export function findNumbers(texts: readonly string[]): WorkNumbers {
  const plain = texts.map((text) => text.trim().replace(/^urn:(?:isbn|ean):/i, ''));
  const isbn = plain.flatMap((text) => (isLikeIsbn(text) ? (parseIsbn(text) ?? []) : []));
  const ean = plain.flatMap((text) => parseEan(text) ?? []).filter((number) => !isbn.includes(number));
  return { isbn: unique(isbn), ean: unique(ean), doi: unique(plain.flatMap((text) => parseDoi(text) ?? [])) };
}

const isLikeIsbn = (text: string): boolean => /^(?:isbn(?:-1[03])?:?\s*)?(?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx](?:\s|$|\()/i.test(text);
