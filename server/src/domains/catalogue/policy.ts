/** Who may know of a medium, what they have of it, and who may wish it. Pure. */
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

/** What of a medium says for whom it is. */
type Standing = Pick<CardRow, 'free' | 'draft_of' | 'own' | 'licences'>;

/** Where the whole catalogue may be looked through, everybody may know of everything; otherwise of what there is for them. */
export const knownScope = ({ config }: Pick<Ctx, 'config'>): SearchScope => (config.Katalog ? 'catalogue' : 'search');

/** There for some only, whatever the scope: a draft, and material of a school's own. */
export const isPrivate = (row: Pick<CardRow, 'draft_of' | 'own'>): boolean => row.draft_of !== null || row.own !== null;

/** Whether the medium stands in a scope for the person. A draft stands nowhere but for whoever made it, material of a school's own only there. */
export function isIn(ctx: Asking, scope: SearchScope, row: Standing): boolean {
  if (scope === 'catalogue' && !isPrivate(row)) return true;
  const mine = new Set(personTokens(ctx.user));
  return recordTokens(row, row.licences, today(ctx.now), termsOf(ctx.config)).some((token) => mine.has(token));
}

/** What the person has of it today. With a learner code a file is had only where a class of the code was `given` it to download (docs/behaviour/classes.md#media-of-a-class). */
export function entitlementFor({ user, now, config }: Asking, row: Standing, given = false): Entitlement {
  const entitlement = findEntitlement(user, row, row.licences, today(now), termsOf(config));
  return entitlement.rights && user?.by_code && !given
    ? { ...entitlement, rights: { ...entitlement.rights, download: false } }
    : entitlement;
}

/**
 * Whether a medium may be shown to whoever came by a link: by what the school of the list may use, outside of it too. A substitute stands in a classroom
 * of that school (docs/decisions/0042-separate-sessions-for-anonymous-visitors.md).
 */
export function mayShowByLink({ now, config }: Pick<Asking, 'now' | 'config'>, { user, kind }: Linked, row: CardRow): boolean {
  const { rights } = entitlementFor({ user, now, config }, row);
  // What somebody allowed the school to use is not passed on by it.
  const ours = row.own === null || row.own.source === 'own' || row.own.source === 'open';
  return rights?.stream === true && (kind === 'substitute' || (rights.home_use && ours));
}

/**
 * Whether a medium may be shown in a learning platform to somebody its school vouches for there. What somebody allowed the school to use is not passed on
 * by it: people of other schools may be in a course.
 */
export function mayShowInPlatform(ctx: Asking, row: CardRow): boolean {
  const { rights } = entitlementFor(ctx, row);
  const ours = row.own === null || row.own.source === 'own' || row.own.source === 'open';
  return rights?.stream === true && rights.lms_embed && ours && row.draft_of === null;
}

/** Whether the person may wish media at all, for their school, or as an administrator for their district. Elsewhere there is nobody to decide. */
export const wishesMedia = (user: SignedIn | null): boolean =>
  user !== null && isStaff(user) && (user.school_id !== null || (isDistrictAdmin(user) && user.district_id !== null));

/** What one may know of and does not have may be wished (docs/behaviour/library.md#wishes); what stands on a shelf is lent instead. */
export const mayWish = (
  ctx: Asking,
  row: Standing & Pick<CardRow, 'fn_typ'>,
  entitlement: Entitlement = entitlementFor(ctx, row),
): boolean => wishesMedia(ctx.user) && !entitlement.active && mediaType(row.fn_typ).carrier === 'online' && isIn(ctx, knownScope(ctx), row);
