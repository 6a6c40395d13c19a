/** Lists the navigation destinations that the user may open. Both searches share one entry. */
import { admission, hasAccount, isDistrictAdmin, isStudent } from '@fundus/contract/access';
import type { MessageKey } from '@fundus/contract/messages';
import { href, screens, type ScreenName } from '@fundus/contract/screens';
import { BookMarked, Disc3, House, Library, Newspaper, School, ShoppingBag, Users, type LucideIcon } from 'lucide-react';
import type { Session } from '../../stores/session.ts';

/** Maximum number of entries in the bottom bar of a phone. Further entries are in the profile menu. */
export const MAX_BOTTOM_BAR_ITEMS = 5;

type Destination = { name: ScreenName; label: MessageKey; icon: LucideIcon; href: string };

const ALL: readonly Destination[] = [
  { name: 'homepage', label: 'nav.home', icon: House, href: href('homepage') },
  { name: 'search', label: 'nav.search', icon: Library, href: href('search') },
  { name: 'csearch', label: 'nav.search', icon: Library, href: href('csearch') },
  { name: 'classes', label: 'nav.classes', icon: Users, href: href('classes') },
  { name: 'library', label: 'nav.library', icon: BookMarked, href: href('library') },
  { name: 'school', label: 'nav.school', icon: School, href: href('school') },
  { name: 'tech-rental', label: 'nav.lending', icon: Disc3, href: href('tech-rental') },
  { name: 'marketplace', label: 'nav.market', icon: ShoppingBag, href: href('marketplace') },
  { name: 'news-list', label: 'nav.news', icon: Newspaper, href: href('news-list') },
];

export function listDestinations({ user, config }: Pick<Session, 'user' | 'config'>): Destination[] {
  const hasSchool = user && (user.school_id !== null || isDistrictAdmin(user));
  const byCode = user && !hasAccount(user);
  const open = (name: ScreenName) => admission(screens[name], user || null, config) === 'admitted';
  const all = ALL.map((one) => (one.name === 'school' && user && isDistrictAdmin(user) ? { ...one, label: 'nav.schools' as const } : one));
  return all.filter(
    ({ name }) =>
      open(name) &&
      (name !== 'school' || hasSchool) &&
      (name !== 'marketplace' || (user && !isStudent(user))) &&
      (name !== 'tech-rental' || !user || !isStudent(user) || user.borrows) &&
      (name !== 'classes' || (user && user.school_id !== null)) &&
      !(name === 'csearch' && (byCode || open('search'))),
  );
}
