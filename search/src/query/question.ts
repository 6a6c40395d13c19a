/**
 * The few full matches of a query of three words and more, which is a question rather than a name: in the order in which the list goes on
 * (score.ts), with what titles, rows of words and boosts add in any order (rank.ts). A record in which all of the words stand somewhere is not yet one
 * that is about them.
 */
import type { SearchQuery } from '../api.ts';
import { add } from '../index/bits.ts';
import { SCREENFUL } from './limits.ts';
import { queryMeaning } from './meaning.ts';
import type { Plan } from './plan.ts';
import { collectTop } from './rank.ts';
import { rankRecords } from './score.ts';
import type { Execution } from './tiers.ts';
import type { TopHits } from './top-hits.ts';

/** Of two words P@10 on real records was lower. */
const WORDS = 3;

/** Scores of matches are whole numbers. */
const SCALE = 1e6;

/** The matches of a tier in a segment. */
export type Matches = { segmentIndex: number; records: Uint32Array };

export const isQuestion = ({ clauses }: Plan): boolean => clauses.filter(({ optional }) => optional).length >= WORDS;

/** Offers all matches of a tier to `top`; fewer than a screenful. */
export function rankAsQuestion(matches: readonly Matches[], plan: Plan, query: SearchQuery, execution: Execution, top: TopHits): void {
  const { context, scratch } = execution;
  const { segments } = context.view;
  const open = segments.map(({ deleted }) => new Uint32Array(deleted.length));
  for (const { segmentIndex, records } of matches) for (const record of records) add(open[segmentIndex]!, record);
  const ranked = rankRecords({ clauses: plan.clauses, meaning: queryMeaning(plan, context.view, undefined), open }, execution, SCREENFUL);
  for (const { segmentIndex } of matches) {
    const own = ranked.filter((each) => each.segmentIndex === segmentIndex).sort((a, b) => a.record - b.record);
    own.forEach(({ record, score }, i) => {
      scratch.records[i] = record;
      scratch.scores[i] = Math.round(score * SCALE);
    });
    collectTop(query, plan, segments, segmentIndex, own.length, scratch, top, context.fields);
  }
}
