import type { FrontendConfig } from '@fundus/contract/config';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { BookPlus, LibraryBig, LogIn, Smartphone, Sparkles, type LucideIcon } from 'lucide-react';
import type { SearchScope } from '../../components/search-scope.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import './ways.css';

type Way = { icon: LucideIcon; title: MessageKey; text: MessageKey; href: string };

/** What a partner's home offers besides searching: only what exists in this portal, for this person. */
export function waysOf(config: Pick<FrontendConfig, 'Type' | 'RegisterURL'>, signedIn: boolean, scope: SearchScope | null): Way[] {
  if (config.Type === '') return [];
  const ways: (Way | false)[] = [
    !signedIn && { icon: LogIn, title: 'home.ways.login', text: `home.ways.login.${config.Type}`, href: href('login') },
    !signedIn &&
      config.RegisterURL !== '' && {
        icon: BookPlus,
        title: 'home.ways.register',
        text: 'home.ways.register.text',
        href: config.RegisterURL,
      },
    config.Type === 'hueber' && { icon: Smartphone, title: 'home.ways.app', text: 'home.ways.app.text', href: href('hueber-app-download') },
    config.Type === 'hueber' &&
      scope !== null && {
        icon: Sparkles,
        title: 'home.ways.newest',
        text: 'home.ways.newest.text',
        href: href(scope, {}, { sort: 'newest' }),
      },
    config.Type === 'bawue' &&
      scope === 'search' && { icon: LibraryBig, title: 'home.ways.catalogue', text: 'home.ways.catalogue.text', href: href('csearch') },
  ];
  return ways.filter((way) => way !== false);
}

export function Ways({ scope }: { scope: SearchScope | null }) {
  const { t } = useT();
  const { config, user } = useSession();
  const ways = waysOf(config, Boolean(user), scope).filter((way) => way.href !== href('csearch') || config.Katalog);
  if (ways.length === 0) return null;
  return (
    <section className="block" aria-labelledby="h-ways">
      <h2 id="h-ways">{t('home.ways')}</h2>
      <ul className="ways">
        {ways.map(({ icon: Icon, title, text, href: to }) => (
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
