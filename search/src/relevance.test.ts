import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../relevance/catalogue.ts';
import { JUDGEMENTS } from '../relevance/judgements.ts';
import { openEngine } from './engine.ts';

type Measures = { ndcg: number; success: number; recall: number };
type Finder = (query: string) => Promise<string[]>;

/** nDCG of the first ten, share of queries whose first hit is relevant, share of the relevant among the first fifty. */
async function measure(find: Finder): Promise<Measures> {
  const sum = { ndcg: 0, success: 0, recall: 0 };
  for (const [query, relevant] of JUDGEMENTS) {
    const found = await find(query);
    const gain = (grades: readonly number[]): number =>
      grades.slice(0, 10).reduce((total, grade, i) => total + (2 ** grade - 1) / Math.log2(i + 2), 0);
    const ideal = gain(Object.values(relevant).sort((a, b) => b - a));
    sum.ndcg += gain(found.map((id) => relevant[id] ?? 0)) / ideal;
    sum.success += relevant[found[0] ?? ''] === undefined ? 0 : 1;
    sum.recall += found.slice(0, 50).filter((id) => relevant[id] !== undefined).length / Object.keys(relevant).length;
  }
  const { length } = JUDGEMENTS;
  return { ndcg: sum.ndcg / length, success: sum.success / length, recall: sum.recall / length };
}

/** Plain BM25 over words as written, any of them. */
function plain(): Finder {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const docs = CATALOGUE.map(([id, ...texts]) => ({ id, words: words(texts.join(' ')) }));
  const mean = docs.reduce((sum, doc) => sum + doc.words.length, 0) / docs.length;
  return async (query) => {
    const scored = docs.map((doc) => {
      let score = 0;
      for (const word of words(query)) {
        const count = doc.words.filter((each) => each === word).length;
        const found = docs.filter((each) => each.words.includes(word)).length;
        score +=
          (Math.log(1 + (docs.length - found + 0.5) / (found + 0.5)) * count * 2.2) /
          (count + 1.2 * (0.25 + (0.75 * doc.words.length) / mean));
      }
      return { id: doc.id, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id);
  };
}

async function own(): Promise<Finder> {
  const vocabulary = CATALOGUE.flatMap(([, , keywords]) => keywords.split(', '));
  const engine = await openEngine({
    schema: { text: { title: { weight: 10, exact: true }, keywords: { weight: 4 }, text: { weight: 1.5 } }, values: {}, numbers: {} },
    vocabulary,
  });
  const change = ([id, title, keywords, text]: (typeof CATALOGUE)[number], seq: number) => ({
    seq,
    id,
    record: { id, language: 'de', text: { title, keywords: keywords.split(', '), text }, values: {}, numbers: {}, visible: ['all'] },
  });
  await engine.apply(CATALOGUE.map(change));
  return async (q) => (await engine.search({ q, visible: ['all'], limit: 50 })).hits.map((hit) => hit.id);
}

describe('relevance', () => {
  it('names only records that exist', () => {
    const ids = new Set(CATALOGUE.map(([id]) => id));
    for (const [query, relevant] of JUDGEMENTS) for (const id of Object.keys(relevant)) expect(ids.has(id), `${query}: ${id}`).toBe(true);
  });

  it('is far better than plain BM25', async () => {
    const [base, ours] = [await measure(plain()), await measure(await own())];
    const show = ({ ndcg, success, recall }: Measures): string =>
      `nDCG@10 ${ndcg.toFixed(3)}  success@1 ${success.toFixed(3)}  recall@50 ${recall.toFixed(3)}`;
    console.log(`plain BM25   ${show(base)}\nthis engine  ${show(ours)}`);
    expect(ours.ndcg).toBeGreaterThan(0.9);
    expect(ours.success).toBeGreaterThan(0.9);
    expect(ours.recall).toBeGreaterThan(0.9);
    expect(ours.ndcg).toBeGreaterThan(base.ndcg + 0.2);
  });
});
