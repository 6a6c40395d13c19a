import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import type { FrontendConfig } from '@fundus/contract/config';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { traitsOf } from '@fundus/contract/portal-types';
import { BookPlus, LibraryBig, LogIn, Smartphone, Sparkles, Ticket, type LucideIcon } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import './quick-links.css';
import { scopeHref } from '../../components/search/search-scope.ts';

type QuickLink = { icon: LucideIcon; title: MessageKey; text: MessageKey; href: string };

/** Returns the quick links of a partner's start page that are available to this visitor. */
function quickLinksFor(config: Pick<FrontendConfig, 'Type' | 'RegisterURL'>, signedIn: boolean, scope: SearchScope | null): QuickLink[] {
  if (config.Type === '') return [];
  const { homeLinks } = traitsOf(config);
  const links: (QuickLink | false)[] = [
    !signedIn && { icon: LogIn, title: 'home.links.login', text: `home.links.login.${config.Type}`, href: href('login') },
    !signedIn && { icon: Ticket, title: 'home.links.code', text: 'home.links.code.text', href: `${href('login')}#code` },
    !signedIn &&
      config.RegisterURL !== '' && {
        icon: BookPlus,
        title: 'home.links.register',
        text: 'home.links.register.text',
        href: config.RegisterURL,
      },
    homeLinks.includes('app') && {
      icon: Smartphone,
      title: 'home.links.app',
      text: 'home.links.app.text',
      href: href('hueber-app-download'),
    },
    homeLinks.includes('newest') &&
      scope !== null && {
        icon: Sparkles,
        title: 'home.links.newest',
        text: 'home.links.newest.text',
        href: scopeHref(scope, { sort: 'newest' }),
      },
    homeLinks.includes('catalogue') &&
      scope === 'search' && { icon: LibraryBig, title: 'home.links.catalogue', text: 'home.links.catalogue.text', href: href('csearch') },
  ];
  return links.filter((link) => link !== false);
}

export function QuickLinks({ scope }: { scope: SearchScope | null }) {
  const { t } = useT();
  const { config, user } = useSession();
  const links = quickLinksFor(config, Boolean(user), scope).filter((link) => link.href !== href('csearch') || config.Katalog);
  if (links.length === 0) return null;
  return (
    <section className="block" aria-labelledby="h-quick-links">
      <h2 id="h-quick-links">{t('home.links')}</h2>
      <ul className="quick-links">
        {links.map(({ icon: Icon, title, text, href: to }) => (
          <li key={title}>
            <Icon />
            <h3>
              <Link href={to}>{t(title)}</Link>
            </h3>
            <p className="quiet small">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
