/** Reads MARC 21 records, as written by libraries such as the German National Library. */
import { readPlainText, readRichText } from '../markup-text.ts';
import { childrenOf, readTextWithLines, readText } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';
import { emptyRecord, type ForeignRecord, readAddress, readName, extractYear, trimEndCharacters, unique } from './foreign-record.ts';
import { parseDoi, parseEan } from '@fundus/contract/catalogue/work-numbers';
import { findNumbers } from './work-numbers.ts';

export type MarcField = { tag: string; ind1: string; ind2: string; parts: { code: string; text: string }[] };

/** A MARC 21 record, independent of its serialization. */
export type MarcRecord = { leader: string; controls: ReadonlyMap<string, string>; fields: readonly MarcField[] };

/** Removes the markers of non-sorting articles and the punctuation between subfields. */
const plain = (text: string): string => trimEndCharacters(text.replace(/(?:[\u0088\u0089\u0098\u009c¬]|<<|>>)/g, ''), ' /:;,=').trim();

/**
 * Returns the text of a field; a summary (520) may be HTML. Decodes character references before removing punctuation, because `;` may belong to a
 * reference.
 */
const textOf = (tag: string, text: string): string => plain(tag === '520' ? readRichText(text) : readPlainText(text));

export const readMarc = (record: XmlElement): ForeignRecord =>
  readMarcRecord({
    leader: leaderOf(record),
    controls: new Map(childrenOf(record, 'controlfield').map((field) => [field.attributes.tag ?? '', readText(field)])),
    fields: childrenOf(record, 'datafield').map(fieldOf),
  });

/** Returns the leader. Its positions are fixed, so leading blanks are significant. */
function leaderOf(record: XmlElement): string {
  const [leader] = childrenOf(record, 'leader');
  const raw = leader ? readTextWithLines(leader) : '';
  return raw.length > 24 ? raw.trim() : raw;
}

export function readMarcRecord({ leader, controls, fields: raw }: MarcRecord): ForeignRecord {
  const fields = raw.map((field) => ({ ...field, parts: field.parts.map(({ code, text }) => ({ code, text: textOf(field.tag, text) })) }));
  const texts = (tags: string, codes: string, chosen: (field: MarcField) => boolean = () => true): string[] =>
    fields.flatMap((field) => (tags.includes(field.tag) && chosen(field) ? partsOf(field, codes) : []));
  const one = (tags: string, codes: string): string => texts(tags, codes)[0] ?? '';
  const title = fields.find(({ tag }) => tag === '245');
  const others = fields.filter(({ tag }) => tag === '024');
  return {
    ...emptyRecord(),
    identifier: (controls.get('001') ?? '').trim(),
    deleted: leader[5] === 'd',
    title: title ? partsOf(title, 'a').concat(partsOf(title, 'np')).join('. ') : '',
    subtitle: title ? partsOf(title, 'b').join(' : ') : '',
    description: texts('520', 'a').join('\n'),
    creators: unique(
      texts('100 110 111 700 710', 'a', ({ tag, parts }) => tag < '700' || !parts.some(({ code }) => code === 't')).map(readName),
    ),
    publisher: unique(texts('264', 'b', ({ ind2 }) => ind2 !== '4').concat(texts('260', 'b')))
      .slice(0, 2)
      .join(', '),
    year: [...texts('264', 'c'), ...texts('260', 'c'), (controls.get('008') ?? '').slice(7, 11)].map(extractYear).find(Boolean) ?? null,
    type: typesOf(leader, texts('337', 'ab'), texts('338', 'ab'), texts('655', 'a')),
    // Older records join several language codes in one word.
    languages: unique(
      [...texts('041', 'a').flatMap((text) => text.match(/[a-z]{3}/g) ?? []), (controls.get('008') ?? '').slice(35, 38)].filter((code) =>
        /^[a-z]{3}$/.test(code),
      ),
    ),
    subjects: [],
    keywords: unique(texts('600 610 611 630 648 650 651 653 689', 'a')),
    audience: unique([...texts('385', 'a'), ...texts('521', 'a')]),
    duration: durationOf(one('306', 'a'), one('300', 'a')),
    address: addressOf(fields),
    preview: null,
    rights: texts('540', 'ua')[0] ?? '',
    numbers: {
      isbn: findNumbers(texts('020', 'a')).isbn,
      ean: unique(others.flatMap((field) => (field.ind1 === '3' ? partsOf(field, 'a').flatMap((text) => parseEan(text) ?? []) : []))),
      doi: unique(others.flatMap((field) => partsOf(field, 'a').flatMap((text) => parseDoi(text) ?? []))),
    },
  };
}

const fieldOf = (element: XmlElement): MarcField => ({
  tag: element.attributes.tag ?? '',
  ind1: element.attributes.ind1 ?? ' ',
  ind2: element.attributes.ind2 ?? ' ',
  parts: childrenOf(element, 'subfield').map((part) => ({ code: part.attributes.code ?? '', text: readText(part) })),
});

const partsOf = ({ parts }: MarcField, codes: string): string[] =>
  parts.filter(({ code, text }) => codes.includes(code) && text !== '').map(({ text }) => text);

/** Returns the kinds of medium, carriers first, because a film on DVD is catalogued as a projected medium. */
function typesOf(leader: string, media: readonly string[], carriers: readonly string[], forms: readonly string[]): string[] {
  const online = carriers.some((carrier) => /online|^cr$/i.test(carrier)) || media.some((medium) => /^c$|computer/i.test(medium));
  const kind = {
    a: online ? 'e-book' : 'book',
    t: 'text',
    e: 'image',
    f: 'image',
    k: 'image',
    g: 'video',
    i: 'audio',
    j: 'audio',
    m: 'software',
    o: 'package',
  }[leader[6] ?? ''];
  const disc = carriers.find((carrier) => /dvd|blu-?ray|cd-?rom|audio-?cd/i.test(carrier));
  return unique([disc ?? '', kind ?? '', ...forms]);
}

/** Returns the duration in field 306 (`013000`) or in field 300 (`1 DVD (90 Min.)`). */
function durationOf(coded: string, extent: string): string {
  const clock = /^(\d{2})(\d{2})(\d{2})$/.exec(coded);
  if (clock) return clock.slice(1).join(':');
  return /(?<!\d)\d{1,5}\s*min/i.exec(extent)?.[0] ?? '';
}

/** Returns the address of the work, preferred to addresses of a table of contents or a cover. */
function addressOf(fields: readonly MarcField[]): string | null {
  const links = fields.filter(({ tag }) => tag === '856');
  const whole = links.filter(
    ({ ind2, parts }) => ind2 !== '2' && !parts.some(({ code, text }) => code === '3' && /inhalt|cover|umschlag|klappe/i.test(text)),
  );
  return whole.flatMap((field) => partsOf(field, 'u').flatMap((text) => readAddress(text) ?? []))[0] ?? null;
}
