/** Citations of media in APA 7, DIN ISO 690, BibTeX and RIS. Producers are corporate authors, so their names are not split. Pure. */
import { normalizeText } from '@fundus/contract/unicode';
import type { MediaType } from '@fundus/contract/reference/media-types';

export const CITATION_STYLES = ['apa', 'din', 'bibtex', 'ris'] as const;
export type CitationStyle = (typeof CITATION_STYLES)[number];

export type Source = {
  title: string;
  /** Name of the producer, or '' if unknown. */
  producer: string;
  year: number | null;
  /** Name of the kind of medium, such as "Film". */
  kind: string;
  class: MediaType['class'];
  url: string;
  /** ISO language code, or `null`. */
  language: string | null;
  /** Catalogue number, or `null`. */
  number: string | null;
  /** Date of access in ISO format and as formatted text. */
  accessed: { iso: string; written: string };
};

/** Fixed words of a citation, in the language of the citation. */
export type CitationWords = {
  undated: string;
  dinUndated: string;
  accessed: (date: string) => string;
  available: string;
  retrieved: (date: string) => string;
  number: string;
};

/** Piece of a citation. The title is in italics. */
type Piece = { text: string; italic?: true };

/** Returns the text with a full stop, unless it already ends with a punctuation mark. */
const stop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Returns an APA 7 citation: Producer. (Year). *Title* [Kind]. URL. Without a producer the title comes first; without a year the date of access is
 * added.
 */
function apa(source: Source, words: CitationWords): Piece[] {
  const year = `(${source.year ?? words.undated}).`;
  const title: Piece[] = [{ text: line(source.title), italic: true }, { text: ` [${source.kind}].` }];
  const from = source.year === null ? `${words.retrieved(source.accessed.written)} ${source.url}` : source.url;
  return source.producer
    ? [{ text: `${stop(line(source.producer))} ${year} ` }, ...title, { text: ` ${from}` }]
    : [...title, { text: ` ${year} ${from}` }];
}

/** Returns a DIN ISO 690 citation in the name-and-date form: PRODUCER, Year. *Title* [Kind]. Number [accessed]. Available at: URL. */
function din(source: Source, words: CitationWords): Piece[] {
  const year = source.year === null ? words.dinUndated : String(source.year);
  const tail = `${source.number ? ` ${words.number} ${source.number}` : ''} [${words.accessed(source.accessed.written)}]. ${words.available} ${source.url}`;
  return source.producer
    ? [
        { text: `${line(source.producer).toLocaleUpperCase()}, ${year}. ` },
        { text: line(source.title), italic: true },
        { text: ` [${source.kind}].${tail}` },
      ]
    : [{ text: line(source.title), italic: true }, { text: ` [${source.kind}], ${year}.${tail}` }];
}

const FOLDED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o', ł: 'l' };
const fold = (text: string): string =>
  normalizeText(
    text.toLowerCase().replace(/[äöüßæøł]/g, (sign) => FOLDED[sign] ?? sign),
    'NFD',
  ).replace(/[^a-z0-9 ]/g, '');

const SMALL = new Set(['der', 'die', 'das', 'ein', 'eine', 'the', 'a', 'an', 'le', 'la', 'les', 'und', 'and', 'von', 'of']);

/**
 * Returns a citation key such as `lindenblatt2023zelle`: the first word of the producer, the year, and the first significant word of the title. Never
 * returns an empty key.
 */
export function citationKey({ producer, year, title }: Pick<Source, 'producer' | 'year' | 'title'>): string {
  const words = fold(title).split(' ').filter(Boolean);
  const word = words.find((each) => !SMALL.has(each)) ?? words[0] ?? '';
  return `${fold(producer).split(' ')[0] ?? ''}${year ?? ''}${word}` || 'medium';
}

const TEX: Record<string, string> = { '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' };
const tex = (text: string): string => line(text).replace(/[\\~^#$%&_{}]/g, (sign) => TEX[sign] ?? `\\${sign}`);

/** Returns a BibTeX entry. Double braces preserve capitals and corporate names. `url` is verbatim and must not be escaped. */
function bibtex(source: Source, words: CitationWords): string {
  const fields: [string, string][] = [
    ['title', `{${tex(source.title)}}`],
    ['author', source.producer && `{${tex(source.producer)}}`],
    ['year', source.year === null ? '' : String(source.year)],
    ['howpublished', tex(source.kind)],
    ['language', source.language ?? ''],
    ['note', source.number ? tex(`${words.number} ${source.number}`) : ''],
    ['url', source.url.replace(/[{}\s]/g, encodeURIComponent)],
    ['urldate', source.accessed.iso],
  ];
  const body = fields.filter(([, value]) => value !== '').map(([name, value]) => `  ${name} = {${value}},\n`);
  return `@${source.class === 'book' ? 'book' : 'misc'}{${citationKey(source)},\n${body.join('')}}\n`;
}

const RIS_TYPES: Record<MediaType['class'], string> = {
  video: 'VIDEO',
  audio: 'SOUND',
  picture: 'FIGURE',
  software: 'COMP',
  interactive: 'COMP',
  book: 'EBOOK',
  document: 'ELEC',
  link: 'ELEC',
  package: 'MULTI',
  lexicon: 'ENCYC',
  device: 'GEN',
};

/** Returns a RIS record. Lines end with CR LF, and the last line is `ER`. */
function ris(source: Source): string {
  const lines: [string, string][] = [
    ['TY', RIS_TYPES[source.class]],
    ['TI', line(source.title)],
    ['AU', line(source.producer)],
    ['PY', source.year === null ? '' : String(source.year)],
    ['LA', source.language ?? ''],
    ['M3', source.kind],
    ['AN', source.number ?? ''],
    ['UR', source.url],
    ['Y2', source.accessed.iso.replaceAll('-', '/')],
  ];
  return `${lines
    .filter(([, value]) => value !== '')
    .map(([tag, value]) => `${tag}  - ${value}\r\n`)
    .join('')}ER  - \r\n`;
}

/** Returns the pieces of a citation. Joined, they are the text to copy. */
export function cite(style: CitationStyle, source: Source, words: CitationWords): Piece[] {
  if (style === 'apa') return apa(source, words);
  if (style === 'din') return din(source, words);
  return [{ text: style === 'bibtex' ? bibtex(source, words) : ris(source) }];
}

export const plainText = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('');

/** Returns the file name and the media type of a downloaded citation. */
export function citationFile(style: CitationStyle, source: Source): { name: string; type: string } {
  const key = citationKey(source);
  if (style === 'bibtex') return { name: `${key}.bib`, type: 'application/x-bibtex' };
  return style === 'ris' ? { name: `${key}.ris`, type: 'application/x-research-info-systems' } : { name: `${key}.txt`, type: 'text/plain' };
}
