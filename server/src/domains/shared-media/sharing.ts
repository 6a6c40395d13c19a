/** Sharing media with colleagues or the whole school, and changing and revoking shares (docs/behaviour/shared-media.md#giving). */
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import {
  MAX_SHARES,
  MAX_SHARES_WITH_SCHOOL,
  SHARE_RETENTION_DAYS,
  type sharedMedia,
  type SharedMedium,
} from '@fundus/contract/shared-media/shared-media';
import { fullName } from '@fundus/contract/people/full-name';
import { href } from '@fundus/contract/screens';
import { keyedHash } from '../../secrets/sealed.ts';
import { makeUndoableDecision, notifyPerson, simpleMail, withdrawDecision, type MailContext } from '../mails/index.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { requireShareableExcerpts, requireGrantableDrafts, findKnownCards, grantDrafts } from '../catalogue/index.ts';
import { listLearners, rightsOf } from '../classes/index.ts';
import { mayChange, mayRevoke, stateOf } from './policy.ts';
import { findKnownColleagues } from './repository.ts';
import { requireSender, presentShares, requireVisible } from './service.ts';
import {
  countShares,
  shareWithPeople,
  shareWithSchool,
  lockSender,
  deleteEndedShares,
  revokeShared,
  updateShareFields,
  type Words,
} from './write-repository.ts';

type Terms = { message: string; visible_from: string | null; visible_until: string | null };

/**
 * Returns the message and the days of a share. The last day defaults to the end of the school year. Throws if it is in the past or before the first
 * day.
 */
function wordsOf({ now, config }: UserCtx, { message, visible_from, visible_until }: Terms): Words {
  const day = today(now);
  const begins = visible_from !== null && visible_from > day ? visible_from : day;
  const until = visible_until ?? lastDayOf(schoolYearOf(begins, config.schoolYearEnd), config.schoolYearEnd);
  if (until < begins) throw invalid('visible_until', 'min');
  return { message, visible_from, visible_until: until };
}

/** Shares all media or none. Throws if a recipient is not a colleague, or a medium is hidden from the user. */
export async function share(ctx: UserCtx, body: Input<typeof sharedMedia.share>['body']): Promise<Reply<typeof sharedMedia.share>> {
  const { db, now, user } = ctx;
  const giver = requireSender(ctx);
  const people = [...new Set(body.people)];
  if (people.length === 0 && !body.school) throw invalid('people', 'required');
  const words = wordsOf(ctx, body);
  const excerpts = await requireShareableExcerpts(ctx, body.excerpts);
  const whole = [...new Set(body.media)];
  const identifiers = [...new Set([...whole, ...excerpts.map((excerpt) => excerpt.identifier)])];
  const cards = await findKnownCards(ctx, identifiers);
  const missing = identifiers.find((identifier) => !cards.has(identifier));
  if (missing !== undefined) throw new AppError('not_found', { field: 'media', details: { media: [missing] } });
  const colleagues = await findKnownColleagues(db, giver, people);
  if (people.some((id) => !colleagues.has(id))) throw notFound('people');
  const rows = identifiers.map((identifier) => cards.get(identifier)!);
  const media = [
    ...whole.map((identifier) => ({ identifier, excerpt_id: null })),
    ...excerpts.map(({ id, identifier }) => ({ identifier, excerpt_id: id })),
  ].map((each) => {
    const { fn_typ, fn_titel } = cards.get(each.identifier)!;
    return { ...each, kind: classMediaKind(fn_typ), title: fn_titel };
  });
  const drafts = requireGrantableDrafts(ctx, rows);
  if (body.school && drafts.length > 0)
    throw new AppError('state_conflict', { field: 'school', details: { reason: 'own_school', media: drafts } });
  await lockSender(db, giver);
  const rowsOfPeople = people.length > 0 ? await shareWithPeople(db, giver, media, people, words, { now, day: today(now) }) : [];
  const given = rowsOfPeople.flatMap((row) => (row.fresh ? row.id : []));
  if (words.visible_from === null || words.visible_from <= today(now)) {
    const [first] = given;
    // Notices about new shares are delayed, because only new shares can be undone.
    if (first === undefined) await notifyReceivers(ctx, people, media);
    else await makeUndoableDecision(ctx, shareOf(first), {}, (delayed) => notifyReceivers({ ...ctx, delayed }, people, media));
  }
  if (body.school) {
    given.push(...(await shareWithSchool(db, giver, media, words, now)));
    await recordAudit(ctx, 'shared.share', null, { media: identifiers });
  }
  await requireNoMore(ctx, giver, body.school);
  await grantDrafts(ctx, { shares: rowsOfPeople.map(({ id }) => id) }, drafts);
  const at = { school_id: giver.school_id, school_name: user.schulname ?? '', district_id: user.district_id ?? '' };
  const learner = body.school ? (await listLearners(db, [at])).get(giver.school_id) : undefined;
  return {
    shared: media.length * (people.length + (body.school ? 1 : 0)),
    given,
    unlicensed: learner
      ? rows.filter((row) => rightsOf(ctx, learner, row) === null).map((row) => ({ identifier: row.identifier, title: row.fn_titel }))
      : [],
  };
}

/** Returns the key of the delayed notices about shares made in one call, identified by the first new share. */
const shareOf = (id: string): string => `share:${id}`;

/** Notifies each recipient once about all media shared in the call. */
async function notifyReceivers(
  ctx: UserCtx & Pick<MailContext, 'delayed'>,
  people: readonly string[],
  media: readonly { identifier: string; title: string }[],
): Promise<void> {
  const title = media.length > 1 ? `${media[0]!.title} (+${media.length - 1})` : media[0]!.title;
  const once = `shared:${ctx.user.id}:${keyedHash(ctx.secret, 'shared-notice', media.map(({ identifier }) => identifier).join(' '))}`;
  const message = { ...simpleMail('sharedMedium', { title, by: fullName(ctx.user) }, href('library', { tab: 'shared' })), once };
  for (const id of people) await notifyPerson(ctx, id, message);
  ctx.afterCommit(() => ctx.wakeJobs());
}

/** Throws `state_conflict` if a limit is exceeded. Called after the shares are written, in the same transaction. */
async function requireNoMore({ db, now }: UserCtx, giver: ReturnType<typeof requireSender>, toSchool: boolean): Promise<void> {
  const { own, school } = await countShares(db, giver, today(now));
  if (own > MAX_SHARES) throw new AppError('state_conflict', { field: 'media', details: { reason: 'most', most: MAX_SHARES } });
  if (toSchool && school > MAX_SHARES_WITH_SCHOOL)
    throw new AppError('state_conflict', { field: 'school', details: { reason: 'most_school', most: MAX_SHARES_WITH_SCHOOL } });
}

/** Changes the message and the days of a share without resetting who opened it. Extending an ended share counts as sharing again and is logged. */
export async function changeShare(ctx: UserCtx<'search'>, id: string, terms: Partial<Terms>): Promise<SharedMedium> {
  await requireVisible(ctx, id);
  const giver = requireSender(ctx);
  await lockSender(ctx.db, giver);
  // Reads the row again after locking, so that concurrent changes do not overwrite each other.
  const row = await requireVisible(ctx, id);
  if (!mayChange(ctx.user, row))
    throw new AppError(row.revoked_at !== null && row.person_id === ctx.user.id ? 'state_conflict' : 'forbidden');
  const { message, visible_from, visible_until } = row;
  const wanted = { message, visible_from, visible_until, ...terms };
  // The message of an ended share can be changed without extending the share.
  const words = terms.visible_until === undefined && terms.visible_from === undefined ? { ...wanted, visible_until } : wordsOf(ctx, wanted);
  await updateShareFields(ctx.db, id, words);
  if (stateOf(row, today(ctx.now)) === 'ended' && words.visible_until >= today(ctx.now)) {
    await requireNoMore(ctx, giver, row.to_school);
    if (row.to_school) await recordAudit(ctx, 'shared.share', null, { media: [row.identifier] });
  }
  const [shown] = await presentShares(ctx, [await requireVisible(ctx, id)]);
  return shown!;
}

/** Revokes a share. Only shares with the whole school are logged, because shares with colleagues are private. */
export async function revokeShare(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await requireVisible(ctx, id);
  if (!mayRevoke(ctx.user, row, today(ctx.now))) throw new AppError(row.person_id === ctx.user.id ? 'state_conflict' : 'forbidden');
  await revokeShared(ctx.db, id, ctx.now);
  await withdrawDecision(ctx, shareOf(id));
  if (row.to_school)
    await recordAudit(ctx, 'shared.revoke', { media: [row.identifier] }, null, {
      school: row.school_id,
      district: row.district_id,
      ...(row.person_id !== ctx.user.id && { subject: row.person_id }),
    });
  return { ok: true };
}

/** Removes shares sixty days after they ended. Runs hourly. */
export const sweepShared = (portal: Pick<Portal, 'db' | 'now'>): Promise<unknown> =>
  deleteEndedShares(portal.db, shiftDay(today(portal.now()), -SHARE_RETENTION_DAYS));
