/**
 * Pure functions that recognise hits of several sources as the same work, and works that the catalogue already contains
 * (docs/behaviour/external-sources.md#one-work-one-card).
 */
import { normalizeText } from '@fundus/contract/unicode';
import type { RemoteRecord } from './found.ts';

/** Reduces a text to letters and digits without accents, to compare it across catalogues. */
const fold = (text: string): string =>
  normalizeText(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Removes the parts of an address that may differ between links to the same page. */
function foldAddress(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname, pathname, search } = new URL(address);
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`.toLowerCase();
}

/** Returns all keys by which the work of a hit is recognised. */
function keysOf({ numbers, title, publisher, creators, year, address }: RemoteRecord): string[] {
  const named = [publisher, creators[0] ?? ''].map(fold).filter(Boolean);
  const words = fold(title);
  return [
    ...numbers,
    ...(address === '' ? [] : [`at ${foldAddress(address)}`]),
    ...(year === null || words === '' ? [] : named.map((name) => `${words}|${year}|${name}`)),
  ];
}

/** Returns a function that numbers works in the order of their first hits. Hits of the same work get the same number. */
export function makeWorks(): (found: RemoteRecord) => number {
  const numbers = new Map<string, number>();
  let last = 0;
  return (found) => {
    const keys = keysOf(found);
    const work = keys.map((key) => numbers.get(key)).find((number) => number !== undefined) ?? ++last;
    for (const key of keys) if (!numbers.has(key)) numbers.set(key, work);
    return work;
  };
}

type Medium = { fn_titel: string; fn_prodname: string; year: number | null; url: string | null };

/**
 * Returns whether a hit and a medium are the same work. They are if their addresses match, or if their titles and either publisher or year match
 * without a contradiction.
 */
export function isSameWork({ title, publisher, creators, year, address }: RemoteRecord, medium: Medium): boolean {
  if (medium.url && foldAddress(medium.url) === foldAddress(address)) return true;
  if (fold(title) !== fold(medium.fn_titel) || fold(title) === '') return false;
  const producer = fold(medium.fn_prodname);
  const ofHouse = [publisher, ...creators]
    .map(fold)
    .some((name) => name !== '' && producer !== '' && (name.includes(producer) || producer.includes(name)));
  if (year !== null && medium.year !== null) return year === medium.year || (ofHouse && Math.abs(year - medium.year) <= 1);
  return ofHouse;
}
