import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { hasAccount } from '@fundus/contract/access';
import { useT } from '../../i18n/translate.ts';
import { recentSearches } from '../../stores/recent-searches.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import './home-screen.css';
import { scopeHref } from '../../components/search/search-scope.ts';

const SHOWN = 3;

/** Shows the user's recent searches as links. */
export function RecentSearches({ scope }: { scope: SearchScope }) {
  const { t } = useT();
  const { user } = useSession();
  const words = user && hasAccount(user) ? recentSearches(user.id).slice(0, SHOWN) : [];
  if (words.length === 0) return null;
  return (
    <nav className="hero-recent" aria-label={t('home.recent')}>
      <span aria-hidden="true">{t('home.recent')}</span>
      {words.map((q) => (
        <Link key={q} href={scopeHref(scope, { q })}>
          {q}
        </Link>
      ))}
    </nav>
  );
}
