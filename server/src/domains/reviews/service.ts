/** Reviews of teachers and recommendations of editors (docs/behaviour/reviews.md#reviews). */
import { isTeacher } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import { AppError, invalid, notFound, rejectInvalidFields } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import { isGrade } from '@fundus/contract/reference/grade-levels';
import { isSubject, subjectLabel } from '@fundus/contract/reference/subjects';
import {
  FLAGS_TO_HIDE,
  type OwnReview,
  type Recommendation,
  type ReviewsOfMedium,
  type ReviewText,
  type reviews,
} from '@fundus/contract/reviews/reviews';
import { needsReview } from '@fundus/contract/reviews/word-filter';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, Portal, UserCtx } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { entitlementFor, requireKnownRow } from '../catalogue/index.ts';
import { isEditor, mayRead, requireEditorDistrict } from './policy.ts';
import {
  addFlag,
  countFlagged,
  countFlags,
  endRecommendations,
  findOwnReview,
  findRecommendation,
  hasOpened,
  hasHiddenReview,
  isReviewOfDistrict,
  listFlagged,
  listReviews,
  lockOwnReview,
  lockReview,
  findMeans,
  removeOwn,
  removeRecommendation,
  saveRecommendation,
  saveReview,
  setReviewState,
} from './repository.ts';
import { listWordsFor } from './words.ts';

type Page = { offset: number; limit: number };

const initialsOf = ({ vorname, name }: { vorname: string; name: string }): string =>
  [vorname, name].flatMap((part) => (part ? `${part.charAt(0).toUpperCase()}.` : [])).join(' ');

const present = ({ changed_at: _changed, ...row }: NonNullable<Awaited<ReturnType<typeof findOwnReview>>>): OwnReview => ({
  ...row,
  state: row.state,
});

export async function readReviews(ctx: Ctx, mediaId: string, { offset, limit }: Page): Promise<ReviewsOfMedium> {
  await requireKnownRow(ctx, mediaId);
  const { db, user } = ctx;
  const { total, average, ...criteria } = await findMeans(db, mediaId);
  const reads = mayRead(user);
  const teacher = user !== null && isTeacher(user);
  const rows = reads ? await listReviews(db, mediaId, user.id, offset, limit) : [];
  const own = teacher ? await findOwnReview(db, mediaId, user.id) : undefined;
  const opened = teacher && (own !== undefined || (await mayHaveOpened({ ...ctx, user }, mediaId)));
  return {
    total,
    offset,
    limit,
    average,
    criteria,
    items: rows.map(({ vorname, name, initials, subject, grade, flagged_at, changed_at, state: _state, ...row }) => ({
      ...row,
      subject: subject === '' ? null : { code: subject, label: subjectLabel(subject) },
      grade,
      by: initials ? initialsOf({ vorname, name }) : null,
      changed_at: changed_at.toISOString(),
      can: { flag: teacher && flagged_at === null },
    })),
    recommendation: (await findRecommendation(db, mediaId, today(ctx.now))) ?? null,
    own: own ? present(own) : null,
    can: { read: reads, review: teacher && opened, open: teacher && !opened, recommend: isEditor(user) },
  };
}

/** Returns whether the user may review the medium: they need a licence and must have opened the medium, if openings can be recorded. */
async function mayHaveOpened(ctx: UserCtx, mediaId: string): Promise<boolean> {
  const row = await requireKnownRow(ctx, mediaId);
  return entitlementFor(ctx, row).rights !== null && hasOpened(ctx.db, ctx.user.id, mediaId);
}

/** Saves a review. A suspicious text is held for an editor, as is any text while a hidden review of the same user and medium is on hold. */
export async function writeReview(ctx: UserCtx, mediaId: string, body: ReviewText): Promise<OwnReview> {
  await requireKnownRow(ctx, mediaId);
  rejectInvalidFields([
    body.subject !== '' && !isSubject(body.subject) && { field: 'subject', rule: 'unknown' },
    body.grade !== '' && !isGrade(body.grade) && { field: 'grade', rule: 'unknown' },
  ]);
  const before = await lockOwnReview(ctx.db, mediaId, ctx.user.id);
  if (!before && !(await mayHaveOpened(ctx, mediaId))) throw new AppError('state_conflict', { field: 'mediaId' });
  const waits = needsReview(`${body.text}\n${body.tips}`, await listWordsFor(ctx)) || (await hasHiddenReview(ctx.db, mediaId, ctx.user.id));
  const state = body.state === 'published' && waits ? 'flagged' : body.state;
  await saveReview(ctx.db, { ...body, state, id: before?.id ?? newId(ctx.now), identifier: mediaId, person_id: ctx.user.id, now: ctx.now });
  const own = await findOwnReview(ctx.db, mediaId, ctx.user.id);
  if (!own) throw new AppError('not_found');
  await showInSearch(ctx, mediaId);
  return present(own);
}

export async function removeReview(ctx: UserCtx, mediaId: string): Promise<{ ok: true }> {
  if (!(await removeOwn(ctx.db, mediaId, ctx.user.id))) throw new AppError('not_found');
  await showInSearch(ctx, mediaId);
  return { ok: true };
}

export async function flagReview(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const review = await lockReview(ctx.db, id);
  if (!review || !['published', 'flagged'].includes(review.state)) throw notFound();
  await requireKnownRow(ctx, review.identifier);
  if (review.person_id === ctx.user.id) throw new AppError('forbidden');
  await addFlag(ctx.db, id, ctx.user.id, ctx.now);
  if (review.state === 'published' && (await countFlags(ctx.db, id, review.cleared_at)) >= FLAGS_TO_HIDE) {
    await setReviewState(ctx.db, review, 'flagged', ctx.now);
    await showInSearch(ctx, review.identifier);
  }
  return { ok: true };
}

export async function readFlagged(
  ctx: UserCtx,
  { offset, limit, hidden }: Page & { hidden: boolean },
): Promise<Reply<typeof reviews.flagged>> {
  const district = requireEditorDistrict(ctx.user);
  const state = hidden ? 'hidden' : 'flagged';
  const rows = await listFlagged(ctx.db, district, state, offset, limit);
  return {
    total: await countFlagged(ctx.db, district, state),
    offset,
    limit,
    items: rows.map(({ identifier, fn_titel, flags, changed_at, state: stands, ...row }) => ({
      ...row,
      medium: { identifier, fn_titel },
      flags: flags ?? 0,
      state: stands,
      changed_at: changed_at.toISOString(),
    })),
  };
}

export async function decideReview(ctx: UserCtx, id: string, state: 'published' | 'hidden'): Promise<{ ok: true }> {
  const district = requireEditorDistrict(ctx.user);
  const review = await lockReview(ctx.db, id);
  if (!review || !(await isReviewOfDistrict(ctx.db, id, district))) throw notFound();
  if (review.state === 'draft' || review.state === state) throw new AppError('state_conflict', { details: { state: review.state } });
  await setReviewState(ctx.db, review, state, ctx.now);
  await showInSearch(ctx, review.identifier);
  await recordAudit(ctx, 'review.decide', { id, state: review.state }, { state });
  return { ok: true };
}

/** Reindexes the medium, because its ratings and its seal affect the search results. */
async function showInSearch(ctx: UserCtx, mediaId: string): Promise<void> {
  await logChanges(ctx.db, [mediaId]);
  ctx.afterCommit(() => ctx.wakeIndex());
}

export async function recommendMedium(ctx: UserCtx, mediaId: string, body: Recommendation): Promise<Recommendation> {
  requireEditorDistrict(ctx.user);
  await requireKnownRow(ctx, mediaId);
  if (body.valid_until !== null && body.valid_until < today(ctx.now)) throw invalid('valid_until', 'unknown');
  await saveRecommendation(ctx.db, { identifier: mediaId, ...body, person_id: ctx.user.id, at: ctx.now });
  await recordAudit(ctx, 'recommendation.set', null, { mediaId, ...body });
  await showInSearch(ctx, mediaId);
  return body;
}

export async function withdrawRecommendation(ctx: UserCtx, mediaId: string): Promise<{ ok: true }> {
  requireEditorDistrict(ctx.user);
  if (!(await removeRecommendation(ctx.db, mediaId))) throw notFound('mediaId');
  await recordAudit(ctx, 'recommendation.remove', { mediaId }, null);
  await showInSearch(ctx, mediaId);
  return { ok: true };
}

/** Removes recommendations whose last day has passed, with their seals. Returns their number. Idempotent. */
export async function endOldRecommendations(portal: Portal): Promise<number> {
  const ended = await portal.db.transaction().execute(async (db) => {
    const rows = await endRecommendations(db, today(portal.now()));
    if (rows.length > 0)
      await logChanges(
        db,
        rows.map((row) => row.identifier),
      );
    return rows.length;
  });
  if (ended > 0) await portal.wakeIndex();
  return ended;
}
