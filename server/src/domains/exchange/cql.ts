/**
 * Converts CQL, the query language of SRU, into index queries. The query is expanded into alternatives, each of which is one search for all of its
 * terms. Unsupported features such as `prox` and sorting are reported as diagnostics.
 */

/** A diagnostic with its number in `info:srw/diagnostic/1/`. */
export class Diagnostic extends Error {
  readonly number: number;
  readonly details: string;
  constructor(number: number, message: string, details = '') {
    super(message);
    this.number = number;
    this.details = details;
  }
}

/** A search for media that match any of `qs` or have one of the identifiers. */
export type Words = { qs: string[]; identifiers: string[] };

/** Text indexes with the index field that is searched. `null` searches all fields. */
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

/** Code indexes with the filter field that is searched. */
const CODES: Readonly<Record<string, string>> = {
  'mt.geb': 'fn_geb',
  'mt.typ': 'fn_typ',
  'mt.adressat': 'fn_adressat',
  'dc.language': 'fn_sprache',
};

export const INDEXES = [...Object.keys(TEXTS).filter((name) => name.includes('.')), ...Object.keys(CODES), 'rec.identifier'];

const TREES = new Set(['fn_geb', 'fn_adressat', 'fn_sprache']);

type Token = { text: string; quoted: boolean };

const MAX_TOKENS = 100;
/** Maximum number of alternatives per query, each of which is a separate search. */
const MAX_ALTERNATIVES = 6;

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
    if (tokens.length > MAX_TOKENS) throw new Diagnostic(38, 'Too many boolean operators in query');
  }
  return tokens;
}

const RELATIONS = new Set(['=', '==', '<>', 'all', 'any', 'adj', 'exact', 'scr']);
const SIGNS = new Set(['=', '==', '<>', '<', '>', '<=', '>=']);
const BOOLEANS = new Set(['and', 'or', 'not', 'prox']);

type Clause = { index: string; relation: string; term: string };
type Tree = Clause | { boolean: 'and' | 'or' | 'not'; left: Tree; right: Tree };

/** Parses a query into a tree. All boolean operators have the same precedence and are left-associative. */
function readTree(query: string): Tree {
  const tokens = readTokens(query);
  let at = 0;
  const signAt = (place: number): string => (tokens[place]?.quoted === false ? tokens[place].text.toLowerCase() : '');

  function readClauses(depth: number): Tree {
    if (depth > 10) throw new Diagnostic(10, 'Query syntax error', 'too many parentheses');
    let tree = readClause(depth);
    for (;;) {
      const boolean = signAt(at);
      if (boolean === 'sortby') throw new Diagnostic(80, 'Sort not supported');
      if (!BOOLEANS.has(boolean)) return tree;
      if (boolean === 'prox') throw new Diagnostic(37, 'Unsupported boolean operator', 'prox');
      if (signAt(at + 1) === '/') throw new Diagnostic(46, 'Unsupported boolean modifier', tokens[at + 2]?.text ?? '');
      at += 1;
      tree = { boolean: boolean as 'and' | 'or' | 'not', left: tree, right: readClause(depth) };
    }
  }

  function readClause(depth: number): Tree {
    if (signAt(at) === '(') {
      at += 1;
      const tree = readClauses(depth + 1);
      if (signAt(at) !== ')') throw new Diagnostic(13, 'Invalid or unsupported use of parentheses');
      at += 1;
      return tree;
    }
    const first = tokens[at++];
    if (!first || (!first.quoted && (SIGNS.has(first.text) || first.text === ')' || first.text === '/')))
      throw new Diagnostic(10, 'Query syntax error', first?.text ?? 'end');
    const relation = signAt(at);
    if (!SIGNS.has(relation) && !RELATIONS.has(relation)) return { index: 'cql.serverchoice', relation: '=', term: first.text };
    at += 1;
    if (!RELATIONS.has(relation)) throw new Diagnostic(19, 'Unsupported relation', relation);
    if (signAt(at) === '/') throw new Diagnostic(20, 'Unsupported relation modifier', tokens[at + 1]?.text ?? '');
    const term = tokens[at++];
    if (!term) throw new Diagnostic(10, 'Query syntax error', 'end');
    const index = first.text.toLowerCase();
    return {
      index: index.includes('.') ? index : index === 'serverchoice' ? 'cql.serverchoice' : `dc.${index}`,
      relation,
      term: term.text,
    };
  }

  if (tokens.length === 0) throw new Diagnostic(10, 'Query syntax error', 'empty');
  const tree = readClauses(0);
  if (at < tokens.length) throw new Diagnostic(10, 'Query syntax error', tokens[at]!.text);
  return tree;
}

/** Alternatives of a query. All terms of an alternative must match. */
type Alternatives = string[][];

function limited(alternatives: Alternatives): Alternatives {
  if (alternatives.length > MAX_ALTERNATIVES) throw new Diagnostic(38, 'Too many boolean operators in query', String(MAX_ALTERNATIVES));
  return alternatives;
}

const joinBoth = (left: Alternatives, right: Alternatives): Alternatives =>
  limited(left.flatMap((one) => right.map((other) => [...one, ...other])));

function expandToAlternatives(tree: Tree, negative: boolean): Alternatives {
  if (!('boolean' in tree)) return writeClause(tree, negative);
  const left = expandToAlternatives(tree.left, negative);
  const right = expandToAlternatives(tree.right, tree.boolean === 'not' ? !negative : negative);
  // De Morgan: "not (a or b)" equals "not a and not b".
  return (tree.boolean === 'or') === negative ? joinBoth(left, right) : limited([...left, ...right]);
}

function writeClause({ index, relation, term }: Clause, negated: boolean): Alternatives {
  const negative = negated !== (relation === '<>');
  const sign = negative ? '-' : '';
  const code = CODES[index];
  if (code !== undefined) return [[`${sign}${code}:"${term.replace(/["*]/g, '')}${TREES.has(code) ? '*' : ''}"`]];
  const field = TEXTS[index];
  if (field === undefined) throw new Diagnostic(16, 'Unsupported index', index);
  requirePlain(term);
  const words = term
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .flatMap(plainWords);
  if (words.length === 0) return [[]];
  const phrase = relation === 'adj' || relation === 'exact' || relation === '==' || relation === '<>';
  const written = phrase && words.length > 1 ? [`"${words.join(' ')}"`] : words;
  const parts = written.map((word) => `${sign}${field === null ? '' : `${field}:`}${word}`);
  return (relation === 'any') === negative ? [parts] : limited(parts.map((part) => [part]));
}

/** Throws a diagnostic unless `*` is only at the end of the word. */
function requirePlain(term: string): void {
  if (/(^|\s)\^|\^(\s|$)/.test(term)) throw new Diagnostic(31, 'Anchoring character not supported', '^');
  if (term.includes('?')) throw new Diagnostic(28, 'Masking character not supported', '?');
  if (/\*\S/.test(term)) throw new Diagnostic(29, 'Masking character in unsupported position', '*');
}

/** Returns the words of a CQL term without characters that are operators in index queries. */
const plainWords = (word: string): string[] =>
  word
    .replace(/["\-:]/g, ' ')
    .trim()
    .split(/\s+/);

const isIdentifier = (tree: Tree): boolean => !('boolean' in tree) && (tree.index === 'rec.identifier' || tree.index === 'dc.identifier');

/** Returns the identifiers if the query consists only of identifiers, otherwise `undefined`. */
function readIdentifiers(tree: Tree): string[] | undefined {
  if ('boolean' in tree) {
    const [left, right] = [readIdentifiers(tree.left), readIdentifiers(tree.right)];
    if (left === undefined && right === undefined) return undefined;
    if (!left || !right || tree.boolean !== 'or') throw new Diagnostic(37, 'Unsupported boolean operator', 'rec.identifier');
    return [...left, ...right];
  }
  if (!isIdentifier(tree)) return undefined;
  if (tree.relation === '<>') throw new Diagnostic(19, 'Unsupported relation', '<>');
  return [tree.term];
}

export function readCql(query: string): Words {
  const tree = readTree(query);
  const identifiers = readIdentifiers(tree);
  if (identifiers) return { qs: [], identifiers: [...new Set(identifiers)] };
  return { qs: [...new Set(expandToAlternatives(tree, false).map((parts) => parts.join(' ')))], identifiers: [] };
}
