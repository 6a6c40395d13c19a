/** Highlights matching words, and extracts a passage that shows why a record was found. */
import { fold } from '@fundus/search/analysis/fold';
import type { Hit, SearchQuery } from '@fundus/search/api';
import type { Dsl, ClusterHit } from './client.ts';
import { buildHighlightQuery, type ParsedQuery } from './questions.ts';

/** Length of a passage in characters. */
const PASSAGE = 140;
const [START, END] = ['\ue000', '\ue001'];

type Pieces = { text: string; mark: boolean }[];

/**
 * Returns the highlighting part of a search request, or an empty object if the query contains no words. `slips` also highlights words that match with
 * typing errors.
 */
export function highlightRequest({ highlight: names, reasons = [] }: SearchQuery, question: ParsedQuery, slips: boolean): Dsl {
  if (!names || (question.plain === '' && question.filter.length === 1)) return {};
  return {
    highlight: {
      ...{ type: 'unified', number_of_fragments: 0, require_field_match: false, pre_tags: [START], post_tags: [END] },
      highlight_query: question.plain === '' ? { bool: { should: question.filter.slice(1) } } : buildHighlightQuery(question, slips),
      fields: Object.fromEntries([
        ...names.map((name) => [`text.${name}`, {}]),
        ...reasons.map((name) => [`text.${name}`, { number_of_fragments: 1, fragment_size: PASSAGE }]),
      ]),
    },
  };
}

/** Returns a hit with its highlights. It contains a passage if the highlighted texts lack some of the `words` of the query. */
export function hitOf(
  { _id: id, _score, highlight = {} }: ClusterHit,
  partial: boolean,
  { highlight: names, reasons }: SearchQuery,
  words: number,
): Hit {
  const marked = (name: string): [string, Pieces][] => (highlight[`text.${name}`] ? [[name, piecesOf(highlight[`text.${name}`]!)]] : []);
  const shown = (names ?? []).flatMap(marked);
  const found = new Set(shown.flatMap(([, pieces]) => pieces.filter(({ mark }) => mark).map(({ text }) => fold(text))));
  const [reason] = found.size < words ? (reasons ?? []).flatMap(marked) : [];
  return {
    ...{ id, score: _score ?? 0, partial },
    ...(names && { highlight: Object.fromEntries(shown) }),
    ...(reason && { reason: { field: reason[0], pieces: reason[1] } }),
  };
}

/** Splits highlighted texts into marked and unmarked pieces. */
function piecesOf(texts: readonly string[]): Pieces {
  const parts = texts.join(', ').split(new RegExp(`([${START}${END}])`));
  let mark = false;
  return parts.flatMap((part) => {
    if (part === START || part === END) mark = part === START;
    return part === START || part === END || part === '' ? [] : [{ text: part, mark }];
  });
}
