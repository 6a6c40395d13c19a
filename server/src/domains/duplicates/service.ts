/** Merges two records of the same work (docs/behaviour/duplicates.md). */
import { DUPLICATE_LIMITS, type Merge, type Pair, type PairSide } from '@fundus/contract/duplicates/duplicates';
import { DAY } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { markMerged } from '../catalogue/index.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import {
  deleteMerge,
  findMerge,
  insertDistinctPair,
  insertMerge,
  listMerges,
  listLaterMerges,
  listPairRecords,
  lockBoth,
  type SideRow,
} from './repository.ts';
import { fillRemainingRecord, undoFill } from './fill.ts';
import { comparePairs, listPairs } from './pair-repository.ts';

const UNDO_MS = DUPLICATE_LIMITS.undoDays * DAY;

const presentSide = ({ isbn, ean, doi, created_at: _, ...row }: SideRow): PairSide => ({
  ...row,
  numbers: [isbn, ean, doi].flatMap((number) => number ?? []),
});

export async function readDuplicates(ctx: UserCtx): Promise<{ pairs: Pair[]; merges: Merge[] }> {
  const found = await listPairs(ctx.db, DUPLICATE_LIMITS.pairs, { sure: false });
  const sides = new Map(
    (
      await listPairRecords(
        ctx.db,
        found.flatMap(({ one, other }) => [one, other]),
      )
    ).map((row) => [row.identifier, row]),
  );
  const pairs = found.flatMap(({ one, other, reason }): Pair[] => {
    const [left, right] = [sides.get(one), sides.get(other)];
    return left && right ? [{ reason, sides: [presentSide(left), presentSide(right)] }] : [];
  });
  const merges = await listMerges(ctx.db, new Date(ctx.now.getTime() - UNDO_MS), DUPLICATE_LIMITS.merges);
  return {
    pairs,
    merges: merges.map(({ id, kept, gone, kept_title, gone_title, merged_at }) => ({
      id,
      kept: { identifier: kept, title: kept_title },
      gone: { identifier: gone, title: gone_title },
      merged_at: merged_at.toISOString(),
      until: new Date(merged_at.getTime() + UNDO_MS).toISOString(),
    })),
  };
}

/**
 * Merges two records. Throws `not_found`. Throws `state_conflict` if the removed record is free and the remaining one is not, because users would
 * lose it.
 */
export async function mergePair(ctx: UserCtx<'domains'>, kept: string, gone: string): Promise<{ merged: number }> {
  const sides = await lockPair(ctx, kept, gone);
  if (sides.find(({ identifier }) => identifier === gone)!.free && !sides.find(({ identifier }) => identifier === kept)!.free)
    throw new AppError('state_conflict', { field: 'kept' });
  await mergeNow(ctx, kept, gone);
  ctx.afterCommit(ctx.wakeIndex);
  return { merged: 1 };
}

/** Merges all pairs with equal numbers. The older record remains unless only the newer one is free. */
export async function mergeExactPairs(ctx: UserCtx<'domains'>): Promise<{ merged: number }> {
  let merged = 0;
  const touched = new Set<string>();
  for (const { one, other } of await listPairs(ctx.db, DUPLICATE_LIMITS.atOnce, { sure: true })) {
    // If a third record has the same number, it is merged in the next run.
    if (touched.has(one) || touched.has(other)) continue;
    const rows = await lockPair(ctx, one, other);
    const [kept, gone] = rows.toSorted((a, b) => Number(b.free) - Number(a.free) || a.created_at.getTime() - b.created_at.getTime());
    await mergeNow(ctx, kept!.identifier, gone!.identifier);
    touched.add(one).add(other);
    merged += 1;
  }
  if (merged > 0) ctx.afterCommit(ctx.wakeIndex);
  return { merged };
}

async function mergeNow(ctx: UserCtx<'domains'>, kept: string, gone: string): Promise<void> {
  const id = newId(ctx.now);
  await insertMerge(ctx.db, { id, kept, gone, merged_at: ctx.now, merged_by: ctx.user.id });
  await ctx.domains.moveMedium(ctx.db, id, gone, kept);
  await fillRemainingRecord(ctx.db, id, { kept, gone, now: ctx.now });
  await markMerged(ctx.db, gone, kept, ctx.now);
  // Pairs of the removed record become pairs of the remaining record.
  await comparePairs(ctx.db, [gone, kept]);
  await recordAudit(ctx, 'catalogue.merge', { identifier: gone }, { identifier: kept });
  await logChanges(ctx.db, [kept, gone]);
}

/** Undoes a merge. Throws `not_found`, and `expired` after thirty days. */
export async function undoMerge(ctx: UserCtx<'domains'>, id: string): Promise<{ ok: true }> {
  const merge = await findMerge(ctx.db, id);
  if (!merge) throw notFound();
  if (ctx.now.getTime() - merge.merged_at.getTime() > UNDO_MS) throw new AppError('expired');
  // If the remaining record was merged later, its data has been moved to the last record of the chain.
  const later = await listLaterMerges(ctx.db, merge.kept);
  await lockBoth(ctx.db, [merge.gone, merge.kept, ...later.map(({ kept }) => kept)]);
  // A concurrent request may have undone the merge.
  if (!(await findMerge(ctx.db, id))) throw notFound();
  const holder = later.at(-1)?.kept ?? merge.kept;
  await ctx.domains.moveBack(ctx.db, merge.gone, [merge, ...later]);
  const emptied = await undoFill(ctx.db, id, merge.kept, ctx.now);
  await markMerged(ctx.db, merge.gone, null, ctx.now);
  await deleteMerge(ctx.db, id);
  await comparePairs(ctx.db, [...new Set([merge.gone, holder, ...emptied])]);
  await recordAudit(ctx, 'catalogue.unmerge', { identifier: merge.kept }, { identifier: merge.gone });
  await logChanges(ctx.db, [...new Set([holder, merge.kept, merge.gone, ...emptied])]);
  ctx.afterCommit(ctx.wakeIndex);
  return { ok: true };
}

/** Rejects a pair, so that it is not suggested again. Throws `not_found`. */
export async function rejectPair(ctx: UserCtx, one: string, other: string): Promise<{ ok: true }> {
  await lockPair(ctx, one, other);
  await insertDistinctPair(ctx.db, one < other ? [one, other] : [other, one], { now: ctx.now, personId: ctx.user.id });
  await comparePairs(ctx.db, [one, other]);
  await recordAudit(ctx, 'catalogue.apart', null, { identifier: one, other });
  return { ok: true };
}

/** Locks two catalogue records until the transaction ends and returns them. Throws `not_found`. */
async function lockPair(ctx: UserCtx, one: string, other: string): Promise<SideRow[]> {
  await lockBoth(ctx.db, [one, other]);
  const rows = one === other ? [] : await listPairRecords(ctx.db, [one, other]);
  if (rows.length !== 2) throw notFound();
  return rows;
}
