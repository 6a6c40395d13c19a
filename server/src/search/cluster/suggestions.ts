/** Completions of what is being typed, out of short texts of the records; ordered as the engine orders them. */
import type { Engine, Suggestion } from '@fundus/search/api';
import { fold } from '@fundus/search/analysis/fold';
import { tokenise } from '@fundus/search/analysis/tokenise';
import { compareStrings } from '@fundus/search/index/dictionary';
import type { Fields } from '@fundus/search/index/segment';
import { completionKey, textElements } from '@fundus/search/index/stored-text';
import type { Answers } from './answers.ts';
import type { Reply } from './ask.ts';
import { unkeep } from './documents.ts';
import { limits, type Dsl } from './questions.ts';

const USUAL = 10;
/** Candidates of each field, at least. */
const CANDIDATES = 24;
/** As in the engine: completions that begin so count more, and what was typed as a whole comes first. */
const BEGINS = 3;
const WHOLE = Number.MAX_SAFE_INTEGER;

type Candidate = { key: string; f: number; title: boolean; count: number; begins: boolean };

const literally = (text: string): string => text.replace(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, (sign) => `\\${sign}`);

export function makeSuggest({ check, askAll }: Pick<Answers, 'check' | 'askAll'>, fields: Fields): Engine['suggest'] {
  return async (query): Promise<Suggestion[]> => {
    check('suggest', query);
    const limit = query.limit ?? USUAL;
    const { typed, words, finished } = typedWords(query.q);
    if (typed === '' || limit === 0) return [];
    const { filter } = limits({ visible: query.visible }, null, { fields, stems: new Map() });
    const numbers = query.fields.map((name) => fields.text.findIndex((field) => field.name === name));
    const size = Math.max(CANDIDATES, 2 * limit);
    const bodies = numbers.flatMap((f) => {
      const field = `c_${f}`;
      const inner: Dsl[] = words.map((word, i) => ({
        [i === words.length - 1 && !finished ? 'prefix' : 'term']: { [`${field}.w`]: { value: word } },
      }));
      const count = (include: string): Dsl => ({ terms: { field, include, size, execution_hint: 'map' } });
      return [
        { begins: true, query: [{ prefix: { [field]: { value: typed } } }], values: count(`${literally(typed)}.*`) },
        { begins: false, query: inner, values: count(`.* ${literally(typed)}.*`) },
      ].map(({ begins, query: asked, values }) => ({
        f,
        begins,
        body: { size: 0, track_total_hits: false, query: { bool: { filter: [...filter, ...asked] } }, aggs: { values } },
      }));
    });
    const replies = await askAll(bodies.map(({ body }) => body));
    const best = new Map<string, Candidate>();
    bodies.forEach(({ f, begins }, i) => {
      for (const { key, doc_count: count } of replies[i]!.aggregations?.values?.buckets ?? []) {
        if (!begins && key.startsWith(typed)) continue;
        const title = fields.text[f]!.exact;
        // A record called so is another thing than what is said about many of them.
        const kept = title ? `title ${key}` : key;
        if (count > (best.get(kept)?.count ?? 0)) best.set(kept, { key, f, title, count, begins });
      }
    });
    const rank = ({ key, count, begins }: Candidate): number => (key === typed ? WHOLE : begins ? BEGINS * count : count);
    const chosen = [...best.values()]
      .sort(
        (a, b) =>
          rank(b) - rank(a) || Number(b.begins) - Number(a.begins) || compareStrings(a.key, b.key) || Number(b.title) - Number(a.title),
      )
      .slice(0, limit);
    const written = await askAll(
      chosen.map(({ key, f }) => ({
        query: { bool: { filter: [...filter, { term: { [`c_${f}`]: key } }] } },
        size: 1,
        sort: [{ id: 'asc' }],
        track_total_hits: false,
        _source: ['r.id', 'r.language', `r.text.${fields.text[f]!.name}`],
      })),
    );
    return chosen.map(({ key, f, title, count }, i) => {
      const found = written[i]!.hits.hits[0];
      return {
        text: spellingIn(found, fields.text[f]!.name, key),
        field: fields.text[f]!.name,
        count,
        ...(title && count === 1 && found !== undefined && { id: found._id }),
      };
    });
  };
}

/** What was typed, folded; a space at the end says that the last word is finished. */
function typedWords(q: string): { typed: string; words: string[]; finished: boolean } {
  const words: string[] = [];
  tokenise(q.slice(0, 200), (raw) => {
    const word = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
    if (word !== '') words.push(word);
  });
  const finished = /\s$/.test(q);
  const key = words.join(' ');
  return { typed: key !== '' && finished ? `${key} ` : key, words, finished };
}

function spellingIn(found: Reply['hits']['hits'][number] | undefined, name: string, key: string): string {
  if (found === undefined) return key;
  const { language, text } = unkeep(found._source.r);
  return textElements(text?.[name]).find((element) => completionKey(element, language) === key) ?? key;
}
