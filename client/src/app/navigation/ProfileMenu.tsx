import { hasAccount, isAdvancedView, isCatalogueEditor, isDistrictAdmin, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import type { User } from '@fundus/contract/accounts/accounts';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { LogOut, Settings2, SquarePen, UserRound } from 'lucide-react';
import { accountName } from '../../components/accounts/name-of.ts';
import { formatDate, nativeLanguageName } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { setProfileMenu, useProfileMenu } from '../../stores/refresh-ui.ts';
import { useSession } from '../../stores/session.ts';
import { COLOUR_SCHEMES, setColourScheme, useColourScheme } from '../../theme/colour-scheme.ts';
import { Menu, type MenuItem, type MenuSection } from '../../ui/overlays/Menu.tsx';
import '../../ui/button.css';
import { usePhone } from '../../ui/use-width.ts';
import { listDestinations, MAX_BOTTOM_BAR_ITEMS } from './destinations.ts';
import './navigation-bar.css';
import { loadLater } from '../../ui/load-later.tsx';

const AdminIcon = loadLater(
  async () => (await import('./AdminIcon.tsx')).AdminIcon,
  // Shows a placeholder of the same size while loading, to avoid a layout shift.
  () => <svg className="lucide" width="24" height="24" />,
);
const UnreadNews = loadLater(async () => (await import('./UnreadNews.tsx')).UnreadNews);

/** Administration pages in the menu: name of the text and icon, and name of the screen. */
const ADMINISTRATION = {
  theme: 'theme',
  texts: 'translation',
  imports: 'imports',
  duplicates: 'duplicates',
  routines: 'routines',
  signOn: 'sign-on',
  hosts: 'content-hosts',
  sources: 'sources',
} as const;

/** Shows the user menu: name, language, colour scheme and sign-out. Guests find only language and colour scheme here. */
export function ProfileMenu() {
  const { t, locale } = useT();
  const { user, config, changeLanguage, signOut, setAdvancedView } = useSession();
  const scheme = useColourScheme();
  const open = useProfileMenu();
  const phone = usePhone();

  const sections: MenuSection[] = [
    {
      label: t('profile.language'),
      items: config.Locales.map((code) => ({
        kind: 'choice',
        label: nativeLanguageName(code),
        lang: code,
        chosen: code === locale,
        onSelect: () => changeLanguage(code),
      })),
    },
    {
      label: t('profile.appearance'),
      items: COLOUR_SCHEMES.map((name) => ({
        kind: 'choice',
        label: t(`profile.appearance.${name}`),
        chosen: name === scheme,
        onSelect: () => setColourScheme(name),
      })),
    },
  ];

  if (!user) {
    return <Menu label={t('profile.settings')} trigger={<Settings2 />} className="btn btn-icon guest-menu" sections={sections} />;
  }

  if (isSchoolAdmin(user)) {
    const advanced = isAdvancedView(user);
    sections.unshift({
      label: t('profile.view'),
      items: [{ kind: 'switch', label: t('profile.view.advanced'), chosen: advanced, onSelect: () => setAdvancedView(!advanced) }],
    });
  }
  const links: MenuItem[] = [];
  const over = phone ? listDestinations({ user, config }).slice(MAX_BOTTOM_BAR_ITEMS) : [];
  if (isCatalogueEditor(user)) links.push({ kind: 'link', label: t('edit.list'), icon: <SquarePen />, href: href('catalogue-editing') });
  if (isDistrictAdmin(user)) {
    const page = (of: keyof typeof ADMINISTRATION): MenuItem => ({
      kind: 'link',
      label: t(`${of}.title`),
      icon: <AdminIcon of={of} />,
      href: href(ADMINISTRATION[of]),
    });
    links.push(
      ...(Object.keys(ADMINISTRATION) as (keyof typeof ADMINISTRATION)[]).filter((of) => of !== 'sources' || config.ExternSearch).map(page),
    );
  }
  if (links.length) sections.unshift({ label: t('profile.administration'), items: links });
  if (over.length > 0)
    sections.unshift({
      items: over.map(({ label, icon: Icon, href: to }) => ({ kind: 'link', label: t(label), icon: <Icon />, href: to })),
    });
  const account: MenuItem = { kind: 'link', label: t('profile.account'), icon: <UserRound />, href: href('account') };
  sections.push({
    items: [...(hasAccount(user) ? [account] : []), { label: t('profile.signOut'), icon: <LogOut />, onSelect: () => signOut() }],
  });

  const code = user.by_code;
  const name = accountName(user);
  return (
    <Menu
      label={t('profile.menu', { name })}
      className="avatar"
      open={open}
      onOpenChange={setProfileMenu}
      trigger={
        <>
          <span data-initials={initials(user)} />
          {over.some(({ name }) => name === 'news-list') && hasAccount(user) && <UnreadNews />}
        </>
      }
      sections={sections}
      head={
        <>
          <div className="profile-name">{name}</div>
          <div className="quiet small">{joinFacts([code ? null : t(roleKey(user)), user.schulname])}</div>
          {code && <div className="quiet small">{t('profile.code.until', { date: formatDate(code.valid_until, 'long', locale) })}</div>}
        </>
      }
    />
  );
}

const initials = ({ vorname, name, by_code }: User): string =>
  (by_code ? by_code.label.slice(0, 2) : `${vorname.charAt(0)}${name.charAt(0)}`).toLocaleUpperCase() || '?';

function roleKey(user: User): MessageKey {
  if (isDistrictAdmin(user)) return 'role.districtAdmin';
  if (isSchoolAdmin(user)) return 'role.schoolAdmin';
  if (user.role === 'P') return 'role.staff';
  return isTeacher(user) ? 'role.teacher' : 'role.student';
}
