/** Spelling correction: the query spelled as in the best record it finds. */
import { fold } from '../analysis/fold.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { storedElements } from '../index/stored-text.ts';
import { languageOf } from '../analysis/stem.ts';
import { wordStems } from '../analysis/word-stems.ts';
import type { Tiers, Execution } from './tiers.ts';
import type { ScoredRecord } from './top-hits.ts';
import { nearestWords } from './typos.ts';

/** `undefined` when no word has to be spelled differently. */
export function correct(q: string, counts: Tiers, best: ScoredRecord, { context, deadline }: Execution): string | undefined {
  const { segment } = context.view.segments[best.segmentIndex]!;
  const language = languageOf(segment.languages[segment.language[best.record]!]);
  const written = new Map<string, string>();
  context.fields.text.forEach((_, f) => {
    for (const element of storedElements(segment, best.record, f, context.fields.text.length)) {
      tokenise(element, (raw) => {
        for (const { stem } of wordStems(raw, language)) if (!written.has(stem)) written.set(stem, raw);
      });
    }
  });
  const better = new Map<string, string>();
  counts.relaxedPlan?.clauses.forEach((clause, i) => {
    if (clause === counts.plan.clauses[i]) return;
    const typo = nearestWords(clause.surface, context.view, deadline).find((candidate) => written.has(candidate.stem));
    const already = counts.plan.clauses[i]!.alternatives.some((old) => old.kind === 'stem' && written.has(old.stem));
    if (typo !== undefined && !already) better.set(clause.surface, written.get(typo.stem)!);
  });
  if (better.size === 0) return undefined;
  let text = '';
  let at = 0;
  tokenise(q, (raw, start, end) => {
    text += q.slice(at, start) + (better.get(fold(raw)) ?? q.slice(start, end));
    at = end;
  });
  return text + q.slice(at);
}
