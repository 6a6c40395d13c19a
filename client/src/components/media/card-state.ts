/** What a card says about a medium beside its words: closed or open, here or elsewhere (docs/behaviour/catalogue.md#cards). Pure. */
import { admission, isStudent } from '@fundus/contract/access';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { mediaType } from '@fundus/contract/reference/media-types';
import { href, screens } from '@fundus/contract/screens';
import type { Session } from '../../stores/session.ts';
import { scopeHref, searchScope } from '../search/search-scope.ts';

/** Cannot be used by this person now, whatever is tried: shown grey, with the reason. What stands on a shelf is to be had there. */
export const isClosed = ({ active, fn_typ }: Pick<MediaItem, 'active' | 'fn_typ'>): boolean =>
  !active && mediaType(fn_typ).carrier === 'online';

/** Stands on a shelf, and goes straight into the booking of whoever may borrow (docs/behaviour/lending.md#from-the-catalogue). */
export function mayBorrow({ fn_typ }: Pick<MediaItem, 'fn_typ'>, { user, config }: Pick<Session, 'user' | 'config'>): boolean {
  if (!user || (isStudent(user) && !user.borrows) || admission(screens['tech-rental'], user, config) !== 'admitted') return false;
  const { carrier, class: kind } = mediaType(fn_typ);
  return kind === 'device' || (carrier === 'physical' && config.Verleih);
}

/** Whose page it opens, where it is not the portal's: the host; '' where the address is not told to this person. Null: it is here. */
export function sourceOf({ viewer, url }: Pick<MediaItem, 'viewer' | 'url'>): string | null {
  if (viewer !== 'link') return null;
  return url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

/** Where to look for another medium about the same: by meaning where that is on, else by the words of the title. Null where nothing may be searched. */
export function substituteHref({ fn_titel }: Pick<MediaItem, 'fn_titel'>, session: Pick<Session, 'user' | 'config'>): string | null {
  const { user, config } = session;
  if (admission(screens['ai-search'], user || null, config) === 'admitted') return href('ai-search', {}, { q: fn_titel });
  const scope = searchScope(session);
  return scope && scopeHref(scope, { q: fn_titel });
}
