/** Rules for who can see, use and request media. Pure. */
import { isDistrictAdmin } from '@fundus/contract/access';
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import { isLentType } from '@fundus/contract/lending/lent-types';
import { mediaType } from '@fundus/contract/reference/media-types';
import type { Ctx } from '../../http/context.ts';
import { isLentTo } from '../../visitors/borrowing.ts';
import type { LinkedVisitor } from '../../visitors/linked.ts';
import { findEntitlement, isStaff, personTokens, recordTokens, licenceTerms, type Entitlement } from '../licences/index.ts';
import type { CardRow } from './repository.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

export type AccessContext = Pick<Ctx, 'user' | 'now' | 'config'>;

/** Fields of a medium that determine who can see it. */
type Standing = Pick<CardRow, 'free' | 'draft_of' | 'own' | 'licences'>;

/** Returns the scope of the media that a visitor may know of: the whole catalogue if it is public, otherwise the licensed media. */
export const visibleScope = ({ config }: Pick<Ctx, 'config'>): SearchScope => (config.Katalog ? 'catalogue' : 'search');

/** Returns whether a medium is private in every scope, as drafts and own material of schools are. */
export const isPrivate = (row: Pick<CardRow, 'draft_of' | 'own'>): boolean => row.draft_of !== null || row.own !== null;

/** Returns whether a medium is visible to the user in a scope. A draft is visible only to its author, own material only to its school. */
export function isVisibleIn(ctx: AccessContext, scope: SearchScope, row: Standing): boolean {
  if (scope === 'catalogue' && !isPrivate(row)) return true;
  const mine = new Set(personTokens(ctx.user));
  return recordTokens(row, row.licences, today(ctx.now), licenceTerms(ctx.config)).some((token) => mine.has(token));
}

/**
 * Returns the user's entitlement for today. A learner-code session can download a file only if the medium was shared with its class for download
 * (`given`, docs/behaviour/classes.md#media-of-a-class).
 */
export function entitlementFor({ user, now, config }: AccessContext, row: Standing, given = false): Entitlement {
  const entitlement = findEntitlement(user, row, row.licences, today(now), licenceTerms(config));
  return entitlement.rights && user?.by_code && !given
    ? { ...entitlement, rights: { ...entitlement.rights, download: false } }
    : entitlement;
}

/**
 * Returns whether a share link may show the medium. The school of the list must have the right to use it, and to use it at home unless the link is
 * for a substitute teacher in a classroom of the school (docs/decisions/0042-separate-sessions-for-anonymous-visitors.md).
 */
export function mayShowByLink(
  { now, config }: Pick<AccessContext, 'now' | 'config'>,
  { user, kind }: LinkedVisitor,
  row: CardRow,
): boolean {
  const { rights } = entitlementFor({ user, now, config }, row);
  // A permission that a third party gave to the school does not extend to others.
  const ours = row.own === null || row.own.source === 'own' || row.own.source === 'open';
  return rights?.stream === true && (kind === 'substitute' || (rights.home_use && ours));
}

/**
 * Returns whether a learning platform may show the medium to a user whom the school has authenticated. A permission that a third party gave to the
 * school does not suffice, because a course may have members of other schools.
 */
export function mayShowInPlatform(ctx: AccessContext, row: CardRow): boolean {
  const { rights } = entitlementFor(ctx, row);
  const ours = row.own === null || row.own.source === 'own' || row.own.source === 'open';
  return rights?.stream === true && rights.lms_embed && ours && row.draft_of === null;
}

/**
 * Returns whether the user may request media, which staff of a school and district administrators may. For other users, no one could decide on the
 * request.
 */
export const mayWishMedia = (user: SignedIn | null): boolean =>
  user !== null && isStaff(user) && (user.school_id !== null || (isDistrictAdmin(user) && user.district_id !== null));

/**
 * Returns whether the user may request the medium, which must be visible, online and not licensed (docs/behaviour/library.md#wishes). Physical media
 * are lent instead.
 */
export const mayWish = (
  ctx: AccessContext,
  row: Standing & Pick<CardRow, 'fn_typ'>,
  entitlement: Entitlement = entitlementFor(ctx, row),
): boolean =>
  mayWishMedia(ctx.user) && !entitlement.active && mediaType(row.fn_typ).carrier === 'online' && isVisibleIn(ctx, visibleScope(ctx), row);

/** Returns whether a lending point lends the medium to the user (docs/behaviour/lending.md#from-the-catalogue). */
export function mayBorrow({ user, config }: AccessContext, { fn_typ, lent }: Pick<CardRow, 'fn_typ' | 'lent'>): boolean {
  if (!user || !isLentType(config, fn_typ)) return false;
  return lent.some((place) => user.lends_at.includes(place.point) && isLentTo(user, place));
}
