/** Which hits of several sources are one work, and whether the catalogue has it (docs/behaviour/external-sources.md#one-work-one-card). Pure. */
import { normalizeText } from '@fundus/contract/unicode';
import type { Found } from './found.ts';

/** Letters and digits alone, without accents: what two catalogues write the same. */
const fold = (text: string): string =>
  normalizeText(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** An address without what differs between two links to one page. */
function foldAddress(address: string): string {
  if (!URL.canParse(address)) return '';
  const { hostname, pathname, search } = new URL(address);
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`.toLowerCase();
}

/** Everything by which a hit is known again. */
function keysOf({ numbers, title, publisher, creators, year, address }: Found): string[] {
  const named = [publisher, creators[0] ?? ''].map(fold).filter(Boolean);
  const words = fold(title);
  return [
    ...numbers,
    ...(address === '' ? [] : [`at ${foldAddress(address)}`]),
    ...(year === null || words === '' ? [] : named.map((name) => `${words}|${year}|${name}`)),
  ];
}

/** Numbers works in the order in which they come; a hit that was there already gets the number it had. */
export function makeWorks(): (found: Found) => number {
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

/** Whether a hit and a medium of the catalogue are one work: one address, or one title by the same house or of the same year, and nothing that speaks against it. */
export function isSameWork({ title, publisher, creators, year, address }: Found, medium: Medium): boolean {
  if (medium.url && foldAddress(medium.url) === foldAddress(address)) return true;
  if (fold(title) !== fold(medium.fn_titel) || fold(title) === '') return false;
  const producer = fold(medium.fn_prodname);
  const ofHouse = [publisher, ...creators]
    .map(fold)
    .some((name) => name !== '' && producer !== '' && (name.includes(producer) || producer.includes(name)));
  if (year !== null && medium.year !== null) return year === medium.year || (ofHouse && Math.abs(year - medium.year) <= 1);
  return ofHouse;
}
