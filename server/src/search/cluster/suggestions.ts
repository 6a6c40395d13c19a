/** Completes the typed text with short texts of the records. */
import type { Engine, Suggestion } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import { wordsOf } from '@fundus/search/query/parse';
import { SEPARATOR } from './mapping.ts';
import { buildVisibilityCondition } from './questions.ts';
import type { Searches } from './requests.ts';
import { requireField, requireNumber } from './requests.ts';

const MAX = 50;
/** Factor by which completions that start with the typed text are preferred. */
const BEGINS = 3;

export function createSuggester({ searchOne }: Searches, fields: Fields): Engine['suggest'] {
  return async ({ q, visible, fields: names, limit = 10 }) => {
    requireNumber('limit', limit, MAX);
    for (const name of names) requireField(fields.text, name);
    const words = wordsOf(q.slice(0, 200)).map(({ surface }) => surface);
    if (words.length === 0 || limit === 0) return [];
    const typed = words.join(' ');
    // Other words may precede the typed words. A trailing space means that the last word is complete.
    const include = `(.* )?${typed.replace(/[^\p{L}\p{N} ]/gu, '.')}${/\s$/.test(q) ? '( .*)?' : '.*'}${SEPARATOR}.*`;
    const typedIn = names.map((name) => `suggest.${name}.typed`);
    const { aggregations = {} } = await searchOne({
      query: { bool: { filter: [buildVisibilityCondition(visible), { multi_match: { query: typed, fields: typedIn, operator: 'and' } }] } },
      ...{ size: 0, track_total_hits: false },
      aggs: Object.fromEntries(names.map((name) => [name, { terms: { field: `suggest.${name}`, include, size: 4 * limit } }])),
    });
    const found = new Map<string, Suggestion & { key: string }>();
    for (const field of names)
      for (const { key: written, doc_count: count } of aggregations[field]!.buckets!) {
        const [key, text, id] = written.split(SEPARATOR) as [string, string, string?];
        // Each suggested title refers to one record. Equal titles are combined into one suggestion without an identifier.
        const known = found.get(`${id !== undefined} ${key}`);
        const next = { text, field, count, key, ...(id !== undefined && { id }) };
        if (known === undefined) found.set(`${id !== undefined} ${key}`, next);
        else if (id !== undefined) Object.assign(known, { count: known.count + count, id: undefined });
        else if (known.count < count) Object.assign(known, next);
      }
    const rank = ({ key, count }: { key: string; count: number }): number =>
      key === typed ? Number.MAX_SAFE_INTEGER : key.startsWith(typed) ? BEGINS * count : count;
    return [...found.values()]
      .sort((a, b) => rank(b) - rank(a) || (a.key < b.key ? -1 : 1))
      .slice(0, limit)
      .map(({ text, field, count, id }) => ({ text, field, count, ...(id !== undefined && { id }) }));
  };
}
