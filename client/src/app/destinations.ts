/** The places of the navigation: only what is built and open to this person. */
import { admission, hasAccount, isDistrictAdmin } from '@fundus/contract/access';
import type { MessageKey } from '@fundus/contract/messages';
import { href, screens, type BuiltScreenName } from '@fundus/contract/screens';
import { BookMarked, House, Library, LibraryBig, Newspaper, School, Users, type LucideIcon } from 'lucide-react';
import type { Session } from '../stores/session.ts';

type Destination = { name: BuiltScreenName; label: MessageKey; icon: LucideIcon; href: string };

const ALL: readonly Destination[] = [
  { name: 'homepage', label: 'nav.home', icon: House, href: href('homepage') },
  { name: 'search', label: 'nav.search', icon: Library, href: href('search') },
  { name: 'csearch', label: 'nav.catalogue', icon: LibraryBig, href: href('csearch') },
  { name: 'classes', label: 'nav.classes', icon: Users, href: href('classes') },
  { name: 'library', label: 'nav.library', icon: BookMarked, href: href('library') },
  { name: 'school', label: 'nav.school', icon: School, href: href('school') },
  { name: 'news-list', label: 'nav.news', icon: Newspaper, href: href('news-list') },
];

export function destinations({ user, config }: Pick<Session, 'user' | 'config'>): Destination[] {
  const hasSchool = user && (user.school_id !== null || isDistrictAdmin(user));
  const byCode = user && !hasAccount(user);
  return ALL.filter(
    ({ name }) =>
      admission(screens[name], user || null, config) === 'admitted' &&
      (name !== 'school' || hasSchool) &&
      (name !== 'classes' || (user && user.school_id !== null)) &&
      !(byCode && name === 'csearch'),
  );
}
