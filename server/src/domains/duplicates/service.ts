/** Two records of one work (docs/behaviour/duplicates.md). */
import { DUPLICATE_LIMITS, type Merge, type Pair, type PairSide } from '@fundus/contract/duplicates/duplicates';
import { DAY } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import { mediaType } from '@fundus/contract/reference/media-types';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { markMerged } from '../catalogue/index.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import {
  deleteMerge,
  findMerge,
  insertApart,
  insertMerge,
  listMerges,
  listMergesBehind,
  listSides,
  lockBoth,
  type SideRow,
} from './repository.ts';
import { fillKept, undoFill } from './fill.ts';
import { comparePairs, listPairs } from './pair-repository.ts';

const UNDO_MS = DUPLICATE_LIMITS.undoDays * DAY;

const presentSide = ({ isbn, ean, doi, created_at: _, type, ...row }: SideRow): PairSide => ({
  ...row,
  type: mediaType(type).label,
  numbers: [isbn, ean, doi].flatMap((number) => number ?? []),
});

export async function readDuplicates(ctx: UserCtx): Promise<{ pairs: Pair[]; merges: Merge[] }> {
  const found = await listPairs(ctx.db, DUPLICATE_LIMITS.pairs, { sure: false });
  const sides = new Map(
    (
      await listSides(
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

/** Refusals: `not_found`, `state_conflict` where the one that goes is free for everybody and the other is not: people would lose it. */
export async function mergeTwo(ctx: UserCtx, kept: string, gone: string): Promise<{ merged: number }> {
  const sides = await requireTwo(ctx, kept, gone);
  if (sides.find(({ identifier }) => identifier === gone)!.free && !sides.find(({ identifier }) => identifier === kept)!.free)
    throw new AppError('state_conflict', { field: 'kept' });
  await mergeNow(ctx, kept, gone);
  ctx.afterCommit(ctx.wakeIndex);
  return { merged: 1 };
}

/** The record that is there longer stays, unless only the other one is free for everybody. */
export async function mergeSure(ctx: UserCtx): Promise<{ merged: number }> {
  let merged = 0;
  const touched = new Set<string>();
  for (const { one, other } of await listPairs(ctx.db, DUPLICATE_LIMITS.atOnce, { sure: true })) {
    // The third of three follows with the next round.
    if (touched.has(one) || touched.has(other)) continue;
    const rows = await requireTwo(ctx, one, other);
    const [kept, gone] = rows.toSorted((a, b) => Number(b.free) - Number(a.free) || a.created_at.getTime() - b.created_at.getTime());
    await mergeNow(ctx, kept!.identifier, gone!.identifier);
    touched.add(one).add(other);
    merged += 1;
  }
  if (merged > 0) ctx.afterCommit(ctx.wakeIndex);
  return { merged };
}

async function mergeNow(ctx: UserCtx, kept: string, gone: string): Promise<void> {
  const id = newId(ctx.now);
  await insertMerge(ctx.db, { id, kept, gone, merged_at: ctx.now, merged_by: ctx.user.id });
  await ctx.domains.moveMedium(ctx.db, id, gone, kept);
  await fillKept(ctx.db, id, { kept, gone, now: ctx.now });
  await markMerged(ctx.db, gone, kept, ctx.now);
  // What the one that went was a pair with goes with the one that stays.
  await comparePairs(ctx.db, [gone, kept]);
  await recordAudit(ctx, 'catalogue.merge', { identifier: gone }, { identifier: kept });
  await logChanges(ctx.db, [kept, gone]);
}

/** Refusals: `not_found`, `expired` after thirty days. */
export async function undoMerge(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const merge = await findMerge(ctx.db, id);
  if (!merge) throw notFound();
  if (ctx.now.getTime() - merge.merged_at.getTime() > UNDO_MS) throw new AppError('expired');
  // Where the one that stayed became part of a third since, that one has what moved.
  const later = await listMergesBehind(ctx.db, merge.kept);
  await lockBoth(ctx.db, [merge.gone, merge.kept, ...later.map(({ kept }) => kept)]);
  // Undone by another request while this one waited.
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

/** Refusals: `not_found`. */
export async function keepApart(ctx: UserCtx, one: string, other: string): Promise<{ ok: true }> {
  await requireTwo(ctx, one, other);
  await insertApart(ctx.db, one < other ? [one, other] : [other, one], { now: ctx.now, personId: ctx.user.id });
  await comparePairs(ctx.db, [one, other]);
  await recordAudit(ctx, 'catalogue.apart', null, { identifier: one, other });
  return { ok: true };
}

/** Two that are in the catalogue, held until the transaction ends. */
async function requireTwo(ctx: UserCtx, one: string, other: string): Promise<SideRow[]> {
  await lockBoth(ctx.db, [one, other]);
  const rows = one === other ? [] : await listSides(ctx.db, [one, other]);
  if (rows.length !== 2) throw notFound();
  return rows;
}
