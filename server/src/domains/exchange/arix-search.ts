/** Converts an ARIX `search` into index queries. */
import { lookUp } from '@fundus/importer/foreign/foreign-record';
import { childrenOf, readText } from '@fundus/importer/xml/elements';
import type { XmlElement } from '@fundus/importer/xml/read-xml';

/** A search that matches media with any of `qs` and with all filters. */
export type ArixQuery = { qs: string[]; filters: Record<string, string>; identifiers: string[] };

/** ARIX fields with the index field that is searched. An empty string searches all fields. */
const TEXTS: Readonly<Record<string, string>> = {
  titel_fields: 'fn_titel',
  titel: 'fn_titel',
  utitel: 'fn_kurztext',
  sertitel: 'fn_titel',
  text_fields: '',
  text: 'fn_text',
  langtext: 'fn_text',
  schlag: 'fn_schlag',
  produ: 'fn_prodname',
};

const CODES: Readonly<Record<string, string>> = {
  geb: 'filter_fn_geb',
  typ: 'filter_fn_typ',
  sprache: 'filter_fn_sprache',
  adressat: 'filter_fn_adressat',
};
const TREES = new Set(['filter_fn_geb', 'filter_fn_adressat', 'filter_fn_sprache']);

const MAX_CONDITIONS = 20;
/** Maximum number of alternatives, each of which is a separate search. */
const MAX_ALTERNATIVES = 8;

export class ArixProblem extends Error {}

export function readSearch(statement: XmlElement): ArixQuery {
  const conditions = childrenOf(statement, 'condition');
  if (conditions.length > MAX_CONDITIONS) throw new ArixProblem('Too many conditions');
  const query: ArixQuery = { qs: [''], filters: {}, identifiers: [] };
  const { eaf } = statement.attributes;
  if (eaf) query.filters.filter_fn_geb = `${eaf}*`;
  for (const condition of conditions) {
    const field = condition.attributes.field ?? 'text_fields';
    const text = readText(condition);
    if (text === '') continue;
    const code = lookUp(CODES, field);
    if (field === 'nr' || field === 'identifier') query.identifiers.push(text);
    else if (code !== undefined) query.filters[code] = TREES.has(code) ? `${text.replace(/\*$/, '')}*` : text;
    else addText(query, condition, field, text);
  }
  return query;
}

function addText(query: ArixQuery, { attributes }: XmlElement, field: string, text: string): void {
  const searched = lookUp(TEXTS, field);
  if (searched === undefined) throw new ArixProblem(`Unknown field ${field}`);
  const begins = attributes.option?.toUpperCase() === 'BEGIN';
  const words = [...text.matchAll(/"([^"]*)"|(\S+)/g)].flatMap(([, phrase, word]) => writeWord(searched, phrase, word, begins));
  if (words.length === 0) return;
  const isOr = attributes.operator?.toUpperCase() === 'OR';
  const parts = isOr ? words : [words.join(' ')];
  query.qs = query.qs.flatMap((q) => parts.map((part) => `${q} ${part}`.trim()));
  if (query.qs.length > MAX_ALTERNATIVES) throw new ArixProblem('Too many alternatives');
}

/** Removes characters that are operators in index queries. */
const plain = (text: string): string =>
  text
    .replace(/["\-:*?]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function writeWord(field: string, phrase: string | undefined, word: string | undefined, begins: boolean): string[] {
  const text = plain(phrase ?? word ?? '');
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  if (field === '' && phrase !== undefined) return [`"${text}"`];
  return text.split(' ').map((each) => `${field === '' ? '' : `${field}:`}${each}${begins && phrase === undefined ? '*' : ''}`);
}

const MAX = 200;

/** Parses a limit. `100` means the first hundred hits, `100,200` means two hundred hits from the hundredth on. */
export function readLimit(text: string | undefined): { offset: number; limit: number; limited: boolean } {
  const numbers = (text ?? '').split(',').map((part) => (/^\s*\d{1,7}\s*$/.test(part) ? Number(part) : 0));
  const [first = 0, second] = numbers;
  const [offset, count] = second === undefined ? [0, first] : [first, second];
  return { offset: Math.min(offset, 100_000), limit: count > 0 ? Math.min(count, MAX) : MAX, limited: Boolean(text) };
}
