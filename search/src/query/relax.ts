/** Looser ways to match, for words that hardly occur: typing errors, and compounds whose parts stand apart. */
import { split } from '../analysis/compounds.ts';
import { stem, stemsOf } from '../analysis/stem.ts';
import { lexiconOf } from '../index/generation.ts';
import type { Alternative, Context, Group, Plan } from './plan.ts';
import { liveRecords, weigh } from './plan.ts';
import { FEW } from './run.ts';
import { typos } from './typos.ts';

const TYPO = 120;
const TORN = 128;

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
  // Only the outermost parts: a word torn in two stands as two words.
  const parts = outermost(split(group.surface, lexiconOf(generation.lexicon)));
  if (parts.length > 1) more.push({ kind: 'all', words: parts.map((part) => [stem(part, 'de'), ...stemsOf(part).slice(1)]), factor: TORN });
  return more;
}

function outermost(parts: readonly string[]): string[] {
  return parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)));
}
