/** Creating, changing, submitting, publishing and archiving news (docs/behaviour/news.md#states). */
import { AppError, invalid, rejectInvalidFields } from '@fundus/contract/errors';
import { isOfSchool, type NewsDraft, type NewsFields, type NewsStep, type NewsStage } from '@fundus/contract/news/news';
import type { Updateable } from 'kysely';
import { newId } from '../../db/new-id.ts';
import type { Tables } from '../../db/tables.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { validateNews, checkPins, timeProblems, type Checked } from './check.ts';
import { useFiles } from './file-repository.ts';
import { mayEditNews, newsPermissions, ownerFor, mayPublishAlone, stateAt, type NewsOwner } from './policy.ts';
import { deleteNews, insertNews, listTexts, setTargets, setTexts, updateNews, type NewsRecord, type TextRow } from './repository.ts';
import { lockOwnNews, requireNewsAuthor, auditScope, presentNow } from './service.ts';
import { pickByLanguage, languageOrderFor } from './reader.ts';

/** Returns the title for the audit log, but not of news for classes, because the district can read the log but not such news. */
const titleForLog = (ctx: UserCtx, audience: string, texts: readonly TextRow[]): { title?: string } =>
  audience === 'classes' ? {} : { title: pickByLanguage(texts, languageOrderFor(ctx, ''))?.title ?? '' };

const conflict = (ctx: UserCtx, row: NewsRecord): AppError => new AppError('state_conflict', { details: { state: stateAt(row, ctx.now) } });

/**
 * Returns the owner of a news item after a change of the audience: the current owner if it can address the audience, otherwise the author's school or
 * district. Throws `forbidden`.
 */
function ownerAfter(ctx: UserCtx, audience: NewsFields['audience'], row: NewsRecord): Pick<NewsOwner, 'school_id' | 'district_id'> {
  const stays = isOfSchool(audience) === (row.school_id !== null);
  const owner = stays ? { school_id: row.school_id, district_id: row.district_id } : ownerFor(ctx.user, audience);
  if (!owner || (stays && !mayEditNews(ctx.user, { ...row, audience }))) throw new AppError('forbidden', { field: 'audience' });
  return owner;
}

async function storeDraft(ctx: UserCtx, id: string, { texts, targets, ...files }: Checked, audience: string): Promise<void> {
  await setTexts(ctx.db, id, texts);
  await setTargets(ctx.db, id, audience === 'schools' ? 'school_id' : 'class_id', targets);
  await useFiles(ctx.db, id, files, ctx.now);
}

const columnsOf = ({ category, audience, roles, notify }: NewsFields, { display_at, expires_at, pinned_until }: Checked) => ({
  category,
  audience,
  roles,
  notify,
  display_at,
  expires_at,
  pinned_until,
});

export async function createNews(ctx: UserCtx, fields: NewsFields): Promise<NewsDraft> {
  requireNewsAuthor(ctx);
  const { db, user, now } = ctx;
  const owner = ownerFor(user, fields.audience);
  if (!owner) throw new AppError('forbidden', { field: 'audience' });
  const checked = await validateNews(ctx, fields, owner, undefined);
  const id = newId(now);
  await insertNews(db, {
    ...columnsOf(fields, checked),
    ...owner,
    id,
    stage: 'draft',
    added_by: user.id,
    created_at: now,
    changed_at: now,
  });
  await storeDraft(ctx, id, checked, fields.audience);
  const draft = await presentNow(ctx, id);
  const after = { audience: fields.audience, ...titleForLog(ctx, fields.audience, checked.texts) };
  await recordAudit(ctx, 'news.create', null, after, auditScope({ ...owner, school_district: user.district_id }));
  return draft;
}

const WORDS = ['title', 'teaser', 'body'] as const;

/** Returns whether any text visible to readers differs. */
const textsDiffer = (before: readonly TextRow[], after: readonly TextRow[]): boolean =>
  before.length !== after.length ||
  after.some((text) => {
    const old = before.find(({ language }) => language === text.language);
    return !old || WORDS.some((word) => old[word] !== text[word]);
  });

export async function changeNews(ctx: UserCtx, id: string, { version, ...fields }: NewsFields & { version: number }): Promise<NewsDraft> {
  const { db, user, now } = ctx;
  const row = await lockOwnNews(ctx, id, version);
  if (!newsPermissions(user, row, ctx.config.NewsReview).edit) throw conflict(ctx, row);
  const owner = ownerAfter(ctx, fields.audience, row);
  const there = { ...row, ...owner, audience: fields.audience, school_district: row.school_district ?? user.district_id };
  // For another owner, a published news item would be a new one, which may need a review.
  if (!newsPermissions(user, there, ctx.config.NewsReview).edit) throw new AppError('forbidden', { field: 'audience' });
  const texts = await listTexts(db, id);
  const checked = await validateNews(ctx, fields, owner, { row, texts });
  const next = { ...columnsOf(fields, checked), ...owner };
  if (row.stage === 'published') await checkPins(ctx, { ...next, id }, checked.targets);
  const isRead = row.stage === 'published' && row.display_at! <= now;
  await updateNews(db, id, {
    ...next,
    changed_at: now,
    ...(isRead && textsDiffer(texts, checked.texts) && { updated_at: now }),
    // A postponed news item is not marked as changed, because it is new to its readers.
    ...(next.display_at !== null && next.display_at > now && { updated_at: null }),
    // An author who changes a submitted news item becomes its submitter, unless the author may publish without review.
    ...(row.stage === 'in_review' && !mayPublishAlone(user, row, ctx.config.NewsReview) && { submitted_by: user.id }),
  });
  await storeDraft(ctx, id, checked, fields.audience);
  if (row.stage === 'published') {
    const [before, after] = [titleForLog(ctx, row.audience, texts), titleForLog(ctx, fields.audience, checked.texts)];
    await recordAudit(
      ctx,
      'news.change',
      { audience: row.audience, ...(before.title !== after.title && before) },
      { audience: fields.audience, ...after },
      auditScope(there),
    );
  }
  return presentNow(ctx, id);
}

/** Returns the columns that a step changes. */
function changeOf(ctx: UserCtx, row: NewsRecord, step: NewsStep, comment: string): Updateable<Tables['news']> & { stage: NewsStage } {
  const { now, user } = ctx;
  if (step === 'submit') return { stage: 'in_review', submitted_by: user.id, comment: '' };
  if (step === 'send_back') return { stage: 'draft', submitted_by: null, comment };
  if (step === 'archive') return { stage: 'archived', submitted_by: null };
  if (step === 'restore') return { stage: 'draft', comment: '' };
  // A past start date is set to the current time, so that a news item published late appears as new to readers.
  const display_at = row.display_at && row.display_at > now ? row.display_at : now;
  return { stage: 'published', submitted_by: null, comment: '', display_at, updated_at: null };
}

type Asked = { step: NewsStep; comment: string; version: number };

export async function stepNews(ctx: UserCtx, id: string, { step, comment, version }: Asked): Promise<NewsDraft> {
  const { db, now } = ctx;
  const row = await lockOwnNews(ctx, id, version);
  if (!newsPermissions(ctx.user, row, ctx.config.NewsReview)[step]) throw conflict(ctx, row);
  if (step === 'send_back' && comment === '') throw invalid('comment', 'required');
  const change = changeOf(ctx, row, step, comment);
  if (step === 'publish' || step === 'submit') {
    const next = { ...row, ...change };
    const targets = row.targets.map((target) => target.id);
    const nobody = (row.audience === 'schools' || row.audience === 'classes') && targets.length === 0;
    rejectInvalidFields([...timeProblems(next, now), ...(nobody ? [{ field: 'targets', rule: 'required' }] : [])]);
    if (step === 'publish') await checkPins(ctx, next, targets);
  }
  await updateNews(db, id, { ...change, changed_at: now });
  const after = await presentNow(ctx, id);
  const title = titleForLog(ctx, row.audience, await listTexts(db, id));
  await recordAudit(ctx, `news.${step}`, { state: stateAt(row, now) }, { state: after.state, ...title }, auditScope(row));
  return after;
}

export async function removeNews(ctx: UserCtx, id: string, version: number): Promise<{ ok: true }> {
  const row = await lockOwnNews(ctx, id, version);
  if (!newsPermissions(ctx.user, row, ctx.config.NewsReview).delete) throw conflict(ctx, row);
  const title = titleForLog(ctx, row.audience, await listTexts(ctx.db, id));
  await deleteNews(ctx.db, id);
  await recordAudit(ctx, 'news.remove', { ...title, state: stateAt(row, ctx.now) }, null, auditScope(row));
  return { ok: true };
}
