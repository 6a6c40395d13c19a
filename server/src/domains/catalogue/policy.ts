/** Rules for visibility, entitlement and wishes of media. Pure. */
import { isDistrictAdmin } from '@fundus/contract/access';
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import { mediaType } from '@fundus/contract/reference/media-types';
import type { Ctx } from '../../http/context.ts';
import type { Linked } from '../../visitors/linked.ts';
import { findEntitlement, isStaff, personTokens, recordTokens, termsOf, type Entitlement } from '../licences/index.ts';
import type { CardRow } from './repository.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

export type Asking = Pick<Ctx, 'user' | 'now' | 'config'>;

/** The fields of a medium that determine its audience. */
type Standing = Pick<CardRow, 'free' | 'draft_of' | 'own' | 'licences'>;

/** Returns the scope of media a visitor may know of: the whole catalogue if it is public, otherwise the available media. */
export const knownScope = ({ config }: Pick<Ctx, 'config'>): SearchScope => (config.Katalog ? 'catalogue' : 'search');

/** True for a draft and for own material of a school, which are private in every scope. */
export const isPrivate = (row: Pick<CardRow, 'draft_of' | 'own'>): boolean => row.draft_of !== null || row.own !== null;

/** Returns whether the medium is visible to the user in a scope. A draft is visible to its author only, own material to its school only. */
export function isVisibleIn(ctx: Asking, scope: SearchScope, row: Standing): boolean {
  if (scope === 'catalogue' && !isPrivate(row)) return true;
  const mine = new Set(personTokens(ctx.user));
  return recordTokens(row, row.licences, today(ctx.now), termsOf(ctx.config)).some((token) => mine.has(token));
}

/**
 * Returns the user's entitlement for today. A learner-code session may download a file only if the medium was shared with its class for download
 * (`given`, docs/behaviour/classes.md#media-of-a-class).
 */
export function entitlementFor({ user, now, config }: Asking, row: Standing, given = false): Entitlement {
  const entitlement = findEntitlement(user, row, row.licences, today(now), termsOf(config));
  return entitlement.rights && user?.by_code && !given
    ? { ...entitlement, rights: { ...entitlement.rights, download: false } }
    : entitlement;
}

/**
 * Returns whether a share link may show the medium: if the school of the list may use it, and at home too. A substitute teacher uses it in
 * a classroom of that school (docs/decisions/0042-separate-sessions-for-anonymous-visitors.md).
 */
export function mayShowByLink({ now, config }: Pick<Asking, 'now' | 'config'>, { user, kind }: Linked, row: CardRow): boolean {
  const { rights } = entitlementFor({ user, now, config }, row);
  // A permission given to the school is not passed on.
  const ours = row.own === null || row.own.source === 'own' || row.own.source === 'open';
  return rights?.stream === true && (kind === 'substitute' || (rights.home_use && ours));
}

/**
 * Returns whether a learning platform may show the medium to a user authenticated by the school. A permission given to the school is not
 * passed on, because a course may have members of other schools.
 */
export function mayShowInPlatform(ctx: Asking, row: CardRow): boolean {
  const { rights } = entitlementFor(ctx, row);
  const ours = row.own === null || row.own.source === 'own' || row.own.source === 'open';
  return rights?.stream === true && rights.lms_embed && ours && row.draft_of === null;
}

/**
 * Returns whether the user may wish media: staff of a school, or administrators for their district. For others there is no one to decide.
 */
export const mayWishMedia = (user: SignedIn | null): boolean =>
  user !== null && isStaff(user) && (user.school_id !== null || (isDistrictAdmin(user) && user.district_id !== null));

/**
 * Returns whether the user may wish the medium: it is visible, online and not licensed (docs/behaviour/library.md#wishes). Physical media
 * are lent instead.
 */
export const mayWish = (
  ctx: Asking,
  row: Standing & Pick<CardRow, 'fn_typ'>,
  entitlement: Entitlement = entitlementFor(ctx, row),
): boolean =>
  mayWishMedia(ctx.user) && !entitlement.active && mediaType(row.fn_typ).carrier === 'online' && isVisibleIn(ctx, knownScope(ctx), row);
