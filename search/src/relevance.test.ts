import { describe, expect, it } from 'vitest';
import type { Measures } from '../relevance/measure.ts';
import { measure } from '../relevance/measure.ts';
import { finderOf, openEvaluationEngine, plainFinder, smallSet } from '../relevance/sets.ts';

describe('relevance', () => {
  const { records, judged } = smallSet();

  it('refers only to existing records', () => {
    const ids = new Set(records.map(({ id }) => id));
    for (const { q, grades } of judged) for (const id of grades.keys()) expect(ids.has(id), `${q}: ${id}`).toBe(true);
  });

  it('exceeds that of plain BM25 by a wide margin', async () => {
    const engine = await openEvaluationEngine(records);
    const [base, ours] = [await measure(plainFinder(records), judged), await measure(finderOf(engine), judged)];
    await engine.close();
    const show = ({ ndcg, success, recall }: Measures): string =>
      `nDCG@10 ${ndcg.toFixed(3)}  success@1 ${success.toFixed(3)}  recall@50 ${recall.toFixed(3)}`;
    console.log(`plain BM25   ${show(base)}\nthis engine  ${show(ours)}`);
    expect(ours.ndcg).toBeGreaterThan(0.9);
    expect(ours.success).toBeGreaterThan(0.9);
    expect(ours.recall).toBeGreaterThan(0.9);
    expect(ours.ndcg).toBeGreaterThan(base.ndcg + 0.2);
  });
});
