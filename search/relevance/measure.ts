/** Relevance measures for judged queries. */

/** A query with the grades of its relevant records, by identifier. */
export type Judged = { q: string; grades: ReadonlyMap<string, number> };
/** A search function that returns identifiers, best first. */
export type Finder = (query: string) => Promise<readonly string[]> | readonly string[];
/** Means over all queries. `recall` is the share of the relevant records, up to fifty, that are among the first fifty hits. */
export type Measures = { recall: number; mrr: number; ndcg: number; success: number; precision: number };

const gain = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

export async function measure(find: Finder, judged: readonly Judged[]): Promise<Measures> {
  const sum: Measures = { recall: 0, mrr: 0, ndcg: 0, success: 0, precision: 0 };
  for (const { q, grades } of judged) {
    const found = (await find(q)).slice(0, 50);
    const right = found.filter((id) => grades.has(id)).length;
    const ten = found.slice(0, 10);
    const first = ten.findIndex((id) => grades.has(id));
    sum.recall += right / Math.min(50, grades.size);
    sum.mrr += first < 0 ? 0 : 1 / (first + 1);
    sum.ndcg += gain(ten.map((id) => grades.get(id) ?? 0)) / gain([...grades.values()].sort((a, b) => b - a));
    sum.success += first === 0 ? 1 : 0;
    sum.precision += ten.filter((id) => grades.has(id)).length / 10;
  }
  return Object.fromEntries(Object.entries(sum).map(([name, value]) => [name, value / judged.length])) as Measures;
}
