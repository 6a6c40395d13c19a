/** Access to one list and its media with a share link (docs/decisions/0042-separate-sessions-for-anonymous-visitors.md). */
import { normalizeCode } from '@fundus/contract/licences/rules';
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { LinkedList, LinkedMedium, medialistLinks } from '@fundus/contract/medialists/links';
import { LINK_CODE_LENGTH } from '@fundus/contract/medialists/medialists';
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import { href } from '@fundus/contract/screens';
import { identifyCaller } from '../../../caller.ts';
import type { Db } from '../../../db/open.ts';
import type { Ctx, Service, UserCtx } from '../../../http/context.ts';
import { requireNotBlocked } from '../../../limits/limits.ts';
import { delayWrongAtTarget, guessCode, throttleGuess, targetKey } from '../../../limits/network-limits.ts';
import { isInList } from '../../../visitors/linked-repository.ts';
import { readLinked, type LinkedVisitor } from '../../../visitors/linked.ts';
import { verifyPassword, runInTurn } from '../../accounts/index.ts';
import { buildCards, mayShowByLink, readMedium, type CardRow } from '../../catalogue/index.ts';
import { notifyPerson, simpleMail, type MailContext } from '../../mails/index.ts';
import { makeView, presentLinkedItem, type View } from '../contents.ts';
import { listItems, type ItemRow } from '../item-repository.ts';
import { countOpening, findGuessedLink, findTypedLink, type TypedLink } from './link-repository.ts';
import { hashOfLinkCode, hashOfToken } from './links.ts';
import { linkState, stateOf } from '../policy.ts';
import { findList } from '../repository.ts';
import { topicOf, visitorOf } from '../service.ts';

/** Returns the link for a code or token. Runs outside the transaction, so that failed attempts are counted even if the request fails. */
async function checkLink(ctx: Ctx<'pause'>, { body }: Input<typeof medialistLinks.openLink>): Promise<TypedLink> {
  const plain = normalizeCode(body.code);
  const by =
    plain.length === LINK_CODE_LENGTH
      ? { code_hash: hashOfLinkCode(ctx.secret, plain) }
      : { token_hash: hashOfToken(ctx.secret, body.code) };
  const text = 'code_hash' in by ? plain : body.code;
  const found = await guessCode(ctx, { kind: 'link', text }, (db) => findTypedLink(db, by));
  if (!found) throw new AppError('wrong_credentials');
  const known = { ...found, school_id: null, district_id: null, owner_id: null };
  const state = linkState(found, stateOf(known), today(ctx.now));
  // Without a valid link, the title of the list is confidential.
  const about = { details: { school: found.school ?? '' } };
  if (state === 'revoked') throw new AppError('revoked', about);
  if (state !== 'active' || !isSchoolOpen(found.school_state ?? '')) throw new AppError('expired', about);
  if (found.password_hash !== null) await checkPassword(ctx, found, body.password);
  return found;
}

async function checkPassword(ctx: Ctx<'pause'>, { id, password_hash }: TypedLink, password: string | undefined): Promise<void> {
  if (!password) throw new AppError('forbidden', { field: 'password', details: { reason: 'password' } });
  await throttleGuess(ctx, 'code');
  const device = ctx.knownDevice({ link: id });
  const key = targetKey(ctx.secret, device === null ? { kind: 'link-password', id } : { kind: 'link-device', id: `${id}:${device}` });
  const verify = async (): Promise<boolean> => {
    await requireNotBlocked(ctx.db, [key], ctx.now);
    return verifyPassword(password_hash, password);
  };
  if (await runInTurn(verify, { network: ctx.address, account: id })) return;
  const onRefused = async (db: Db): Promise<unknown> => device === null && notifyOfGuesses({ ...ctx, db }, id);
  await delayWrongAtTarget(ctx, { key, text: `${id}:${password}`, onRefused });
  throw new AppError('forbidden', { field: 'password', details: { reason: 'wrong_password' } });
}

/** Notifies the owner of the list and the creator of the link, at most once a day, that the password is being guessed. */
async function notifyOfGuesses(source: MailContext, linkId: string): Promise<void> {
  const link = await findGuessedLink(source.db, linkId);
  if (!link) return;
  const mail = simpleMail('linkGuessed', { list: link.title, link: link.name }, href('medialist', { id: link.list_id }));
  const once = `link-guessed:${linkId}:${today(source.now)}`;
  for (const id of new Set([link.owner_id, link.created_by])) if (id !== null) await notifyPerson(source, id, { ...mail, once });
}

export const openLink = {
  before: checkLink,
  write: async (ctx: Ctx, _input: unknown, found: TypedLink): Promise<{ ok: true }> => {
    // False if the link was revoked or its password changed after `checkLink`.
    if (!(await countOpening(ctx.db, found, today(ctx.now)))) throw new AppError('wrong_credentials');
    ctx.changeLinkSession({ linkId: found.id });
    if (found.password_hash !== null) ctx.rememberDevice({ link: found.id });
    return { ok: true };
  },
};

/**
 * Returns the link of the browser's share-link session. Throws `wrong_credentials` instead of `login_required`, because signing in would not help.
 */
async function requireLinked(ctx: Ctx): Promise<LinkedVisitor> {
  const linked = ctx.linkHash === undefined ? undefined : await readLinked(ctx.db, { hash: ctx.linkHash }, ctx.now);
  if (!linked) throw new AppError('wrong_credentials');
  identifyCaller(linked.user.session_id);
  return linked;
}

const asLinked = <S extends Service>(ctx: Ctx<S>, { user }: LinkedVisitor): UserCtx<S> => ({ ...ctx, user });

export const readByLink = async (ctx: Ctx<'search'>): Promise<LinkedList> => presentLinked(ctx, await requireLinked(ctx));

async function presentLinked(ctx: Ctx<'search'>, linked: LinkedVisitor): Promise<LinkedList> {
  const as = asLinked(ctx, linked);
  const row = await findList(ctx.db, visitorOf(as), linked.list_id);
  if (!row) throw notFound();
  const whole = linked.kind === 'substitute';
  const items = (await listItems(ctx.db, row.id)).filter((item) => whole || item.visible_to_learners);
  const cards = await buildCards(as, [...new Set(items.flatMap((item) => item.identifier ?? []))]);
  const view = makeView(as, row, new Map());
  return {
    kind: linked.kind,
    title: row.title,
    description: row.description,
    school: row.school_name ?? '',
    contents: items.map((item) => presentLinkedItem(item, view, whole, isShown(ctx, linked, view, item, cards.get(item.identifier ?? '')))),
    version: row.version,
    content_version: row.content_version,
    valid_until: linked.valid_until,
  };
}

/** Returns the card if the medium may be shown with the link, otherwise `undefined`. */
const isShown = (ctx: Ctx, linked: LinkedVisitor, view: View, { end_s }: ItemRow, card: CardRow | undefined): CardRow | undefined =>
  card && view.availabilityOf(card, end_s) === 'playable' && mayShowByLink(ctx, linked, card) ? card : undefined;

/** Returns a medium of the list. Throws `not_found` if it is not in the list or may not be shown. */
export async function readMediumByLink(ctx: Ctx<'contentUrl' | 'search' | 'storage'>, identifier: string): Promise<LinkedMedium> {
  const linked = await requireLinked(ctx);
  const there = await isInList(ctx.db, linked.list_id, identifier, linked.kind === 'link');
  const card = there ? (await buildCards(asLinked(ctx, linked), [identifier])).get(identifier) : undefined;
  if (!card || !mayShowByLink(ctx, linked, card)) throw notFound('identifier');
  const medium = await readMedium(asLinked(ctx, linked), 'search', identifier);
  return { ...medium, files: medium.files.map((file) => ({ ...file, download_href: null })) };
}

export const closeLink = (ctx: Ctx): { ok: true } => {
  ctx.changeLinkSession({ end: true });
  return { ok: true };
};

export async function streamByLink(ctx: Ctx<'live'>): Promise<StreamAnswer> {
  const { user, list_id } = await requireLinked(ctx);
  return ctx.live.stream(user.id, topicOf(list_id), async (now) => {
    const linked = await readLinked(ctx.db, { session_id: user.id }, now);
    const row = linked && (await findList(ctx.db, visitorOf({ user: linked.user, now }), list_id));
    return row ? { version: row.version, content_version: row.content_version } : null;
  });
}
