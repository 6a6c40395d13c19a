/** Share links of a media list for visitors without an account, and codes for substitute teachers (docs/behaviour/medialists.md#links). */
import { randomBytes, randomInt } from 'node:crypto';
import { CODE_ALPHABET, formatCode, lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { medialistLinks, ShareLink } from '@fundus/contract/medialists/links';
import { LINK_CODE_LENGTH, LINK_DAYS, MAX_LINKS, type LinkKind } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { drawQrPicture } from '../../../qr/qr-picture.ts';
import { keyedHash, seal, tryUnseal } from '../../../secrets/sealed.ts';
import { hashPassword } from '../../accounts/index.ts';
import { endLinkSessions, findLink, insertLink, listLinks, setLink, type LinkRow } from './link-repository.ts';
import { linkState, listPermissions, stateOf } from '../policy.ts';
import type { ListRow } from '../repository.ts';
import { auditScope, lockListWithRight, requireRight, topicOf } from '../service.ts';

type Secret = { token: string; code: string };

export const hashOfToken = (secret: string, token: string): string => keyedHash(secret, 'list-link-token', token);
export const hashOfLinkCode = (secret: string, code: string): string => keyedHash(secret, 'list-link-code', code);

const newCode = (): string => Array.from({ length: LINK_CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** Returns a new secret: a 128-bit token for links and QR codes, and a short code that can be typed. */
export function makeSecret({ secret }: Pick<Portal, 'secret'>, code = newCode()) {
  const parts = { token: randomBytes(16).toString('base64url'), code };
  return {
    token_hash: hashOfToken(secret, parts.token),
    code_hash: hashOfLinkCode(secret, parts.code),
    sealed: seal(secret, 'list-link', `${parts.token} ${parts.code}`),
  };
}

/** Returns token and code, or `null` if they were encrypted with another secret of the installation. */
function secretOf({ secret }: Pick<Portal, 'secret'>, { sealed }: Pick<LinkRow, 'sealed'>): Secret | null {
  const [token = '', code = ''] = tryUnseal(secret, 'list-link', sealed)?.split(' ') ?? [];
  return token === '' ? null : { token, code };
}

const mayChange = (ctx: UserCtx, list: ListRow, kind: LinkKind): boolean => listPermissions(ctx.user, list)[kind];

function presentLink(ctx: UserCtx, list: ListRow, row: LinkRow): ShareLink {
  const opens = secretOf(ctx, row);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    path: opens && href('link', { token: opens.token }),
    code: opens && formatCode(opens.code),
    has_password: row.has_password,
    valid_until: row.valid_until,
    state: linkState(row, stateOf(list), today(ctx.now)),
    opened: row.open_count,
    last_opened_on: row.last_opened_on,
    created_by: row.created_by,
    can: { change: opens !== null && mayChange(ctx, list, row.kind), revoke: true },
  };
}

export async function readLinks(ctx: UserCtx, id: string): Promise<Reply<typeof medialistLinks.links>> {
  const list = await requireRight(ctx, id, 'seeLinks');
  const { link, substitute } = listPermissions(ctx.user, list);
  return { links: (await listLinks(ctx.db, id)).map((row) => presentLink(ctx, list, row)), can: { link, substitute } };
}

/**
 * Returns the last valid day of a link. Links for substitute teachers always end today. Throws `validation_failed` if the day is past or too far
 * ahead.
 */
function lastDay({ now, config }: UserCtx, kind: LinkKind, wanted: string | undefined): string {
  const day = today(now);
  if (kind === 'substitute') {
    if (wanted !== undefined && wanted !== day) throw invalid('valid_until', 'range');
    return day;
  }
  const { schoolYearEnd } = config;
  const until = wanted ?? lastDayOf(schoolYearOf(day, schoolYearEnd), schoolYearEnd);
  if (until < day || until > shiftDay(day, LINK_DAYS)) throw invalid('valid_until', 'range');
  return until;
}

/** Hashes a password. Callers run it before the transaction, because hashing is slow. */
const hashOf = async (password: string | null | undefined): Promise<string | null | undefined> =>
  password == null ? password : hashPassword(password);

export const createLink = {
  before: async (_ctx: UserCtx, { body }: Input<typeof medialistLinks.createLink>) => (await hashOf(body.password)) ?? null,
  write: async (
    ctx: UserCtx,
    { params, body }: Input<typeof medialistLinks.createLink>,
    password_hash: string | null,
  ): Promise<ShareLink> => {
    const list = await lockListWithRight(ctx, params.id, body.kind);
    const valid_until = lastDay(ctx, body.kind, body.valid_until);
    const running = (await listLinks(ctx.db, list.id)).filter((row) => linkState(row, 'active', today(ctx.now)) === 'active');
    if (running.length >= MAX_LINKS) throw new AppError('state_conflict', { details: { reason: 'most_links', most: MAX_LINKS } });
    const id = newId(ctx.now);
    await insertLink(ctx.db, {
      ...{ id, list_id: list.id, kind: body.kind, name: body.name, password_hash, valid_until },
      ...makeSecret(ctx),
      ...{ created_by: ctx.user.id, created_at: ctx.now },
    });
    await recordAudit(ctx, 'list.link', null, { list: list.title, kind: body.kind, name: body.name, valid_until }, auditScope(list));
    return presentLink(ctx, list, (await findLink(ctx.db, list.id, id))!);
  },
};

/** Locks the list and returns it with the link. Throws `not_found`. */
async function requireLink(ctx: UserCtx, listId: string, id: string): Promise<{ list: ListRow; row: LinkRow }> {
  const list = await lockListWithRight(ctx, listId, 'seeLinks');
  const row = await findLink(ctx.db, list.id, id);
  if (!row) throw notFound('linkId');
  return { list, row };
}

/** Ends the sessions of a link and notifies the open views of the list. */
async function endSessions(ctx: UserCtx<'live'>, list: ListRow, id: string): Promise<void> {
  await endLinkSessions(ctx.db, id);
  ctx.afterCommit(() => ctx.live.publish(topicOf(list.id)));
}

export const changeLink = {
  before: (_ctx: UserCtx, { body }: Input<typeof medialistLinks.changeLink>) => hashOf(body.password),
  write: async (
    ctx: UserCtx<'live'>,
    { params, body }: Input<typeof medialistLinks.changeLink>,
    password_hash: string | null | undefined,
  ): Promise<ShareLink> => {
    const { list, row } = await requireLink(ctx, params.id, params.linkId);
    if (!mayChange(ctx, list, row.kind)) throw new AppError(stateOf(list) === 'active' ? 'forbidden' : 'locked');
    const { name, valid_until } = body;
    await setLink(ctx.db, row.id, {
      name: name ?? row.name,
      ...(valid_until !== undefined && { valid_until: lastDay(ctx, row.kind, valid_until) }),
      ...(password_hash !== undefined && { password_hash }),
    });
    if (password_hash !== undefined || valid_until !== undefined) {
      await endSessions(ctx, list, row.id);
      const after = { list: list.title, name: name ?? row.name, valid_until: valid_until ?? row.valid_until };
      await recordAudit(ctx, 'list.link_change', { valid_until: row.valid_until }, after, auditScope(list));
    }
    return presentLink(ctx, list, (await findLink(ctx.db, list.id, row.id))!);
  },
};

export async function revokeLink(ctx: UserCtx<'live'>, { params }: Input<typeof medialistLinks.revokeLink>): Promise<{ ok: true }> {
  const { list, row } = await requireLink(ctx, params.id, params.linkId);
  await setLink(ctx.db, row.id, { revoked_at: ctx.now });
  await endSessions(ctx, list, row.id);
  await recordAudit(ctx, 'list.link_revoke', { list: list.title, kind: row.kind, name: row.name }, null, auditScope(list));
  return { ok: true };
}

export async function drawLinkQr(ctx: UserCtx, listId: string, id: string): Promise<StreamAnswer> {
  const list = await requireRight(ctx, listId, 'seeLinks');
  const row = await findLink(ctx.db, list.id, id);
  if (!row) throw notFound('linkId');
  const opens = secretOf(ctx, row);
  if (!opens) throw notFound('linkId');
  return drawQrPicture(originOf(ctx) + href('link', { token: opens.token }), 0);
}
