import { hasAccount } from '@fundus/contract/access';
import { href, matchPath } from '@fundus/contract/screens';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { keyOf } from '../../api/query.ts';
import { SCOPE_CALLS, scopeHref, searchScope, suggestionHref } from '../../components/search/search-scope.ts';
import { SearchField } from '../../components/search/SearchField.tsx';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { largeSearchField, useIsSearchBarHidden, useSearchText } from '../../stores/search-bar.ts';
import { storeRedirect } from '../../stores/redirect.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { usePhone } from '../../ui/use-width.ts';
import { AiSearch } from './AiSearch.tsx';
import { Brand } from './Brand.tsx';
import { listDestinations, MAX_BOTTOM_BAR_ITEMS } from './destinations.ts';
import './navigation-bar.css';
import { ProfileMenu } from './ProfileMenu.tsx';
import { loadLater } from '../../ui/load-later.tsx';

/** Loaded after the page, because it shows only a dot. */
const UnreadNews = loadLater(async () => (await import('./UnreadNews.tsx')).UnreadNews);

/** Shows a placeholder of the same size while loading, to avoid a layout shift. */
const Bell = loadLater(
  async () => (await import('./Bell.tsx')).Bell,
  () => <span className="bell" />,
);

const EXTERNAL_TAB = 'external';

/** Shows brand, search, destinations and profile menu. On phones the destinations are at the bottom of the screen. */
export function NavigationBar({ pathname, search, go }: { pathname: string; search: string; go: Go }) {
  const { t } = useT();
  const session = useSession();
  const closed = useIsSearchBarHidden();
  const phone = usePhone();
  const text = useSearchText();
  const field = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const match = matchPath(pathname);
  const here = 'name' in match ? match.name : null;
  // A search started in the catalogue stays in the catalogue.
  const scope = here?.startsWith('csearch') ? 'catalogue' : searchScope(session);
  const busy = useIsFetching({ queryKey: keyOf(SCOPE_CALLS[scope ?? 'search'].search) }) > 0;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || target.closest('input, textarea, select, [contenteditable], dialog'))
        return;
      const wanted = largeSearchField() ?? field.current;
      if (!wanted) return;
      event.preventDefault();
      wanted.focus();
      wanted.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const storeWay = () => storeRedirect(pathname + search);
  const onSearch = (words: string) => {
    if (!scope) return;
    // Submitting always refetches, even if the query is unchanged (docs/specification.md#search-screen).
    void queryClient.invalidateQueries({ queryKey: keyOf(SCOPE_CALLS[scope].search) });
    // On the external tab, the new query searches the external sources.
    const tab = here === 'search' ? (new URLSearchParams(search).get('tab') ?? '') : '';
    go(scopeHref(scope, { q: words, ...(tab === EXTERNAL_TAB && { tab }) }));
  };

  return (
    <header className={`bar ${closed ? 'bar-closed' : ''}`}>
      <div className="wrap">
        <Brand />
        {scope && (
          <div className="bar-find">
            <SearchField
              scope={scope}
              label={t('search.label')}
              placeholder={t('search.label')}
              text={text}
              onSearch={onSearch}
              onOpen={(identifier) => go(suggestionHref(scope, identifier))}
              busy={busy}
              field={field}
            />
          </div>
        )}
        <AiSearch go={go} />
        <nav className="nav" aria-label={t('nav.main')}>
          {listDestinations(session).map(({ name, label, icon: Icon, href: to }, i) => (
            <Link
              key={name}
              href={to}
              data-destination={name}
              data-over={i >= MAX_BOTTOM_BAR_ITEMS || undefined}
              aria-current={isHere(name, here) ? 'page' : undefined}
            >
              <Icon />
              <span>{t(label)}</span>
              {name === 'news-list' && hasAccount(session.user) && <UnreadNews />}
            </Link>
          ))}
          {/* On phones the sign-in link is in the bottom bar: the search needs the space at the top, and guests have only one destination. */}
          {!session.user && phone && (
            <Link href={href('login')} onClick={storeWay}>
              <LogIn />
              <span>{t('login.action')}</span>
            </Link>
          )}
        </nav>
        {!session.user && !phone && (
          <ButtonLink variant="line" href={href('login')} icon={<LogIn />} onClick={storeWay}>
            {t('login.action')}
          </ButtonLink>
        )}
        {session.user && <Bell here={here === 'notices'} />}
        <ProfileMenu />
      </div>
    </header>
  );
}

const IN_LIBRARY: ReadonlySet<string | null> = new Set(['school-media-detail', 'medialist', 'medialist-media-detail', 'own-material']);

/**
 * Returns whether a destination is current. A detail page belongs to the destination it was opened from; the page of a licence belongs to the
 * licences.
 */
const isHere = (name: string, here: string | null): boolean =>
  here === name ||
  (here === `${name}-media-detail` && !IN_LIBRARY.has(here)) ||
  (name === 'library' && IN_LIBRARY.has(here)) ||
  (name === 'search' && (here === 'csearch' || here === 'csearch-media-detail')) ||
  (name === 'classes' && (here === 'class' || here === 'class-media-detail')) ||
  (name === 'news-list' && here === 'news');
