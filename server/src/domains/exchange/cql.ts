/**
 * CQL (the query language of SRU) → words and filters of the search. Clauses are joined by `and` and `not`, which is what catalogues of libraries are
 * asked with; `or` and `prox` are refused by their diagnostics.
 */

/** Numbers of `info:srw/diagnostic/1/`. */
export class Diagnostic extends Error {
  readonly number: number;
  readonly details: string;
  constructor(number: number, message: string, details = '') {
    super(message);
    this.number = number;
    this.details = details;
  }
}

export type Words = { q: string; filters: Record<string, string>; identifiers: string[] };

/** Indexes of texts, by the field they search; null: all of them. */
const TEXTS: Readonly<Record<string, string | null>> = {
  'cql.serverchoice': null,
  'cql.anywhere': null,
  'cql.keywords': null,
  serverchoice: null,
  'dc.title': 'fn_titel',
  'dc.subject': 'fn_schlag',
  'dc.publisher': 'fn_prodname',
  'dc.creator': 'fn_schlag',
  'dc.description': 'fn_text',
};

/** Indexes of codes, by the filter they set. */
const CODES: Readonly<Record<string, string>> = {
  'mt.geb': 'filter_fn_geb',
  'mt.typ': 'filter_fn_typ',
  'mt.adressat': 'filter_fn_adressat',
  'dc.language': 'filter_fn_sprache',
};

export const INDEXES = [...Object.keys(TEXTS).filter((name) => name.includes('.')), ...Object.keys(CODES), 'rec.identifier'];

const TREES = new Set(['filter_fn_geb', 'filter_fn_adressat', 'filter_fn_sprache']);

type Token = { text: string; quoted: boolean };

const MOST_TOKENS = 100;

function readTokens(query: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:"((?:\\.|[^"\\])*)"|(<>|<=|>=|==|[=<>()/])|([^\s"=<>()/]+))/gy;
  let at = 0;
  while (query.slice(at).trim() !== '') {
    pattern.lastIndex = at;
    const found = pattern.exec(query);
    if (!found) throw new Diagnostic(10, 'Query syntax error', query.slice(at, at + 40));
    const [, quoted, sign, word] = found;
    tokens.push(quoted === undefined ? { text: sign ?? word!, quoted: false } : { text: quoted.replace(/\\(.)/g, '$1'), quoted: true });
    at = pattern.lastIndex;
    if (tokens.length > MOST_TOKENS) throw new Diagnostic(38, 'Too many boolean operators in query');
  }
  return tokens;
}

const RELATIONS = new Set(['=', '==', 'all', 'any', 'adj', 'exact', 'scr']);
const SIGNS = new Set(['=', '==', '<>', '<', '>', '<=', '>=']);

export function readCql(query: string): Words {
  const tokens = readTokens(query);
  const words: Words = { q: '', filters: {}, identifiers: [] };
  const parts: string[] = [];
  let at = 0;
  const isSign = (text: string): boolean => tokens[at]?.quoted === false && tokens[at]?.text.toLowerCase() === text;

  function readClauses(negative: boolean, depth: number): void {
    if (depth > 10) throw new Diagnostic(10, 'Query syntax error', 'too many parentheses');
    readClause(negative, depth);
    for (;;) {
      if (isSign('or')) throw new Diagnostic(37, 'Unsupported boolean operator', 'or');
      if (isSign('prox')) throw new Diagnostic(37, 'Unsupported boolean operator', 'prox');
      const not = isSign('not');
      if (!not && !isSign('and')) return;
      at += 1;
      if (not && (negative || isSign('('))) throw new Diagnostic(37, 'Unsupported boolean operator', 'not');
      readClause(negative || not, depth);
    }
  }

  function readClause(negative: boolean, depth: number): void {
    if (isSign('(')) {
      at += 1;
      readClauses(negative, depth + 1);
      if (!isSign(')')) throw new Diagnostic(13, 'Invalid or unsupported use of parentheses');
      at += 1;
      return;
    }
    const first = tokens[at++];
    if (!first || (!first.quoted && (SIGNS.has(first.text) || first.text === ')' || first.text === '/')))
      throw new Diagnostic(10, 'Query syntax error', first?.text ?? 'end');
    const relation = tokens[at];
    if (!relation || relation.quoted || !(SIGNS.has(relation.text) || RELATIONS.has(relation.text.toLowerCase())))
      return addTerm('cql.serverchoice', '=', first.text, negative);
    at += 1;
    if (!RELATIONS.has(relation.text.toLowerCase())) throw new Diagnostic(19, 'Unsupported relation', relation.text);
    if (isSign('/')) throw new Diagnostic(20, 'Unsupported relation modifier', tokens[at + 1]?.text ?? '');
    const term = tokens[at++];
    if (!term) throw new Diagnostic(10, 'Query syntax error', 'end');
    addTerm(first.text.toLowerCase(), relation.text.toLowerCase(), term.text, negative);
  }

  function addTerm(index: string, relation: string, term: string, negative: boolean): void {
    const named = index.includes('.') ? index : index === 'serverchoice' ? 'cql.serverchoice' : `dc.${index}`;
    if (named === 'rec.identifier' || named === 'dc.identifier') {
      if (negative) throw new Diagnostic(37, 'Unsupported boolean operator', 'not');
      words.identifiers.push(term);
      return;
    }
    const filter = CODES[named];
    if (filter !== undefined) {
      if (negative || words.filters[filter] !== undefined) throw new Diagnostic(37, 'Unsupported boolean operator', named);
      words.filters[filter] = TREES.has(filter) ? `${term}*` : term;
      return;
    }
    const field = TEXTS[named];
    if (field === undefined) throw new Diagnostic(16, 'Unsupported index', index);
    const several = term.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    if (relation === 'any' && several.length > 1) throw new Diagnostic(19, 'Unsupported relation', 'any');
    const phrase = relation === 'adj' || relation === 'exact' || relation === '==';
    const shown = phrase && field === null ? [`"${several.map(plain).join(' ')}"`] : several.map(plain);
    for (const word of shown) parts.push(`${negative ? '-' : ''}${field === null ? '' : `${field}:`}${word}`);
  }

  if (tokens.length === 0) throw new Diagnostic(10, 'Query syntax error', 'empty');
  readClauses(false, 0);
  if (at < tokens.length) throw new Diagnostic(10, 'Query syntax error', tokens[at]!.text);
  words.q = parts.join(' ');
  return words;
}

/** A word of CQL as a word of the search: signs that mean something there are taken out, `*` at its end means the same. */
const plain = (word: string): string =>
  word
    .replace(/["\-:?]/g, ' ')
    .trim()
    .split(/\s+/)
    .join(' ');
