/** Looser ways to match, for words that hardly occur: typing errors, longer words, and compounds whose parts stand apart. */
import { tornParts } from '../analysis/compounds.ts';
import { stem, stemsOf } from '../analysis/stem.ts';
import { lexiconOf } from '../index/generation.ts';
import type { Alternative, Context, Group, Plan } from './plan.ts';
import { liveRecords, weigh } from './plan.ts';
import { FEW } from './run.ts';
import { typos } from './typos.ts';

const TYPO = 120;
const TORN = 128;
const BEGINNING = 110;
const SHORTEST_BEGINNING = 5;

/** The plan with looser groups, or `null` when there is nothing to loosen. */
export function relax(plan: Plan, context: Context, deadline: number): Plan | null {
  let changed = false;
  const groups = plan.groups.map((group) => {
    const more = group.optional && rare(group, context) ? looser(group, context, deadline) : [];
    if (more.length === 0) return group;
    changed = true;
    const alternatives = [...group.alternatives, ...more];
    return { ...group, alternatives, weight: Math.min(group.weight, weigh(alternatives, context.generation)) };
  });
  return changed ? { ...plan, groups, title: null, row: null } : null;
}

function rare(group: Group, { generation }: Context): boolean {
  return group.alternatives.every((alternative) => alternative.kind !== 'stem' || liveRecords(alternative.stem, generation) < FEW);
}

function looser(group: Group, { generation }: Context, deadline: number): Alternative[] {
  const known = new Set(group.alternatives.flatMap((alternative) => (alternative.kind === 'stem' ? [alternative.stem] : [])));
  const more: Alternative[] = [];
  for (const typo of typos(group.surface, generation, deadline)) {
    if (known.has(typo.stem)) continue;
    known.add(typo.stem);
    more.push({ kind: 'stem', stem: typo.stem, factor: TYPO });
  }
  // A word that stands only at the beginning of longer ones.
  const beginning = stem(group.surface, 'de');
  if (beginning.length >= SHORTEST_BEGINNING) more.push({ kind: 'prefix', text: beginning, irregular: [], factor: BEGINNING });
  // Only the outermost parts: a word torn in two stands as two words.
  const parts = tornParts(group.surface, lexiconOf(generation.lexicon));
  if (parts.length > 1) more.push({ kind: 'all', words: parts.map((part) => [stem(part, 'de'), ...stemsOf(part).slice(1)]), factor: TORN });
  return more;
}

/** When nothing was found at all: the parts of words that hardly occur, each of which may be missing. */
export function torn(groups: readonly Group[], context: Context): Group[] {
  return groups.flatMap((group) => {
    if (!rare(group, context)) return [group];
    const parts = tornParts(group.surface, lexiconOf(context.generation.lexicon));
    return [group, ...parts.map((part) => partGroup(part, context))];
  });
}

function partGroup(part: string, { generation }: Context): Group {
  const alternatives: Alternative[] = stemsOf(part).map((stemOf) => ({ kind: 'stem', stem: stemOf, factor: TORN }));
  return { alternatives, weight: weigh(alternatives, generation), whole: false, mask: 0xff, optional: true, surface: part };
}
