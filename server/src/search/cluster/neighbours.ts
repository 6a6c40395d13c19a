/** Records like one, and records held against those that are kept. */
import type { Engine, Hit } from '@fundus/search/api';
import { isStopWord } from '@fundus/search/analysis/stop-words';
import { idf } from '@fundus/search/index/impact';
import type { Fields } from '@fundus/search/index/segment';
import type { Answers } from './answers.ts';
import { requireWhole, type Reply } from './ask.ts';
import type { Client } from './client.ts';
import { documentOf, stored, type StoredRecord } from './documents.ts';
import { limits, nearQuestion } from './questions.ts';
import type { Store } from './store.ts';

/** Words of a record that are compared, and those among which they are chosen. */
const WORDS = 24;
const WEIGHTY = 200;
const CANDIDATES = 120;
const PAGE = 500;

type Kept = { docs: { found?: boolean; error?: { type: string }; _id: string; _source: Reply['hits']['hits'][number]['_source'] }[] };

export function makeNeighbours(
  client: Client,
  store: Store,
  fields: Fields,
  answers: Answers,
): Pick<Engine, 'similar' | 'ids' | 'compare'> {
  const readRecords = async (ids: readonly string[]): Promise<StoredRecord[]> => {
    if (ids.length === 0 || !store.there()) return [];
    const { docs } = await client.ask<Kept>('POST', `/${store.names.media}/_mget`, { ids });
    const failed = docs.find(({ error }) => error !== undefined);
    if (failed !== undefined) throw client.fail('red', `the search cluster does not give a record: ${failed.error!.type}`);
    return docs.filter(({ found }) => found === true).map(({ _source }) => stored(_source));
  };
  return {
    async similar(query): Promise<Hit[]> {
      answers.check('similar', query);
      const [own] = await readRecords([query.id]);
      if (own === undefined) return [];
      const { body, words } = documentOf(own.record, 0, fields, () => []);
      const empty = new Set(words.flatMap(({ surface, stem }) => (isStopWord(surface) ? [stem] : [])));
      const weighty = Object.entries(body.w as Record<string, number>)
        .filter(([stem]) => !empty.has(stem))
        .sort((a, b) => b[1] - a[1])
        .slice(0, WEIGHTY);
      const stems = await answers.vocabulary.count(weighty.map(([stem]) => stem));
      const { records } = store.catalogue();
      const significant = weighty
        .map(([stem, impact]) => ({ stem, live: stems.get(stem)!, weight: (impact * idf(stems.get(stem)!, records)) / 255 }))
        .filter(({ live }) => live > 1)
        .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
        .slice(0, WORDS);
      if (significant.length === 0) return [];
      const { filter } = limits({ visible: query.visible }, null, { fields, stems });
      const should = significant.map(({ stem, weight }) => nearQuestion(stem, weight));
      const found = await answers.ask({
        query: { bool: { should, minimum_should_match: 1, filter, must_not: [{ term: { id: query.id } }] } },
        size: CANDIDATES,
      });
      const context = answers.contextOf({ words: [], stems }, [own, ...found.hits.hits.map(({ _source }) => stored(_source))]);
      return answers.engine('similar', query, context);
    },
    async ids({ after = '', limit }) {
      const found: string[] = [];
      while (found.length < limit && store.there()) {
        const size = Math.min(10_000, limit - found.length);
        const last = found.at(-1) ?? after;
        const reply = await client.ask<Reply>(
          'POST',
          `/${store.names.media}/_search`,
          { query: { range: { id: { gt: last } } }, sort: [{ id: 'asc' }], size, _source: false, track_total_hits: false },
          { timeout: 30_000 },
        );
        const { hits } = requireWhole(client, reply);
        found.push(...hits.hits.map(({ _id }) => _id));
        if (hits.hits.length < size) break;
      }
      return found;
    },
    async compare({ records }) {
      const all: { missing: string[]; differing: string[] } = { missing: [], differing: [] };
      for (let from = 0; from < records.length; from += PAGE) {
        const part = records.slice(from, from + PAGE);
        const context = answers.contextOf({ words: [], stems: new Map() }, await readRecords(part.map(({ id }) => id)));
        const { missing, differing } = answers.engine('compare', { records: part }, context);
        all.missing.push(...missing);
        all.differing.push(...differing);
      }
      return all;
    },
  };
}
