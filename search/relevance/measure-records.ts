/** Compares the engine with plain BM25 on judged queries over real records, by kind of difficulty. */
import type { Measures } from './measure.ts';
import { measure } from './measure.ts';
import { KINDS, RECORD_JUDGEMENTS, type Kind } from './records.ts';
import { finderOf, openEvaluationEngine, plainFinder, realSets } from './sets.ts';

type Verdict = { kind: Kind; queries: number; own: Measures; plain: Measures };

/** Reads the records from a file and returns a result for each kind of query. */
export async function measureRecords(file: string): Promise<Verdict[]> {
  const [{ records, judged }] = realSets(file) as [ReturnType<typeof realSets>[number]];
  const engine = await openEvaluationEngine(records);
  const plain = plainFinder(records);
  const verdicts: Verdict[] = [];
  for (const kind of KINDS) {
    const asked = judged.filter((_, i) => RECORD_JUDGEMENTS[i]![0] === kind);
    verdicts.push({ kind, queries: asked.length, own: await measure(finderOf(engine), asked), plain: await measure(plain, asked) });
  }
  await engine.close();
  return verdicts;
}
