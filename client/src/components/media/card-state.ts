/** Availability of a medium as shown on its card (docs/behaviour/catalogue.md#cards). Pure. */
import { admission, isStudent } from '@fundus/contract/access';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { isLentType } from '@fundus/contract/lending/lent-types';
import { mediaType, physicalKind } from '@fundus/contract/reference/media-types';
import { href, screens } from '@fundus/contract/screens';
import type { Session } from '../../stores/session.ts';
import { scopeHref, searchScope } from '../search/search-scope.ts';

/** Returns whether the user cannot use the medium. Such a card is grey and shows the reason. For guests, no card is grey. */
export const isClosed = (
  item: Pick<MediaItem, 'active' | 'fn_typ' | 'viewer' | 'can'>,
  session: Pick<Session, 'user' | 'config'>,
): boolean => session.user !== false && (isOnlyLent(item) ? isNotLent(item, session) : !item.active);

/** Returns whether the medium is a device or carrier that does not open on a screen. */
export const isOnlyLent = ({ fn_typ, viewer }: Pick<MediaItem, 'fn_typ' | 'viewer'>): boolean =>
  physicalKind(fn_typ) !== null && viewer === 'none';

/** Returns whether no lending point lends the physical medium to the user. False if the portal does not lend media of this type. */
export const isNotLent = (item: Pick<MediaItem, 'fn_typ' | 'can'>, session: Pick<Session, 'user' | 'config'>): boolean =>
  session.user !== false && !item.can.borrow && (isStudent(session.user) || mayAskLending(item, session));

/** Returns whether the medium can be a step of an assignment. Only media that open on a screen can (docs/behaviour/catalogue.md#page-of-a-medium). */
export const canBeAssigned = ({ fn_typ, viewer }: Pick<MediaItem, 'fn_typ' | 'viewer'>): boolean =>
  mediaType(fn_typ).carrier === 'online' && viewer !== 'none';

/** Returns whether the lending points can tell the user if the medium is lent (docs/behaviour/lending.md#from-the-catalogue). */
export function mayAskLending({ fn_typ }: Pick<MediaItem, 'fn_typ'>, { user, config }: Pick<Session, 'user' | 'config'>): boolean {
  if (!user || (isStudent(user) && !user.borrows) || admission(screens['tech-rental'], user, config) !== 'admitted') return false;
  return isLentType(config, fn_typ);
}

/** Returns the host name of an external medium, or '' if the user may not see its address. Returns `null` if the medium is stored in the portal. */
export function sourceOf({ viewer, url }: Pick<MediaItem, 'viewer' | 'url'>): string | null {
  if (viewer !== 'link') return null;
  return url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

/**
 * Returns the address of a search for similar media, or `null` if the user may not search. The search is semantic if enabled, else it uses the title.
 */
export function substituteHref({ fn_titel }: Pick<MediaItem, 'fn_titel'>, session: Pick<Session, 'user' | 'config'>): string | null {
  const { user, config } = session;
  if (admission(screens['ai-search'], user || null, config) === 'admitted') return href('ai-search', {}, { q: fn_titel });
  const scope = searchScope(session);
  return scope && scopeHref(scope, { q: fn_titel });
}
