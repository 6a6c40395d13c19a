import type { MediaItem } from '@fundus/contract/catalogue';
import { library } from '@fundus/contract/library';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { href } from '@fundus/contract/screens';
import { ChevronRight, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '../../api/query.ts';
import { Cover } from '../../components/Cover.tsx';
import { mediaHref } from '../../components/media-place.ts';
import { MediaRow, MediaSkeleton } from '../../components/MediaGrid.tsx';
import { SCOPE_CALLS, type SearchScope } from '../../components/search-scope.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';

function Row({ id, title, more, children }: { id: string; title: string; more?: { href: string; label: string }; children: ReactNode }) {
  return (
    <section className="block" aria-labelledby={`h-${id}`}>
      <div className="block-head">
        <h2 id={`h-${id}`}>{title}</h2>
        {more && <Link href={more.href}>{more.label}</Link>}
      </div>
      {children}
    </section>
  );
}

type Opened = { medium: MediaItem; position: number };

// What the person did a moment ago must be there: these are read anew each time home is opened.
export const continueQuery = { ...query(library.history, { query: { limit: 5 } }), staleTime: 0 };
export const bookmarksQuery = { ...query(library.bookmarks, { query: { limit: 8 } }), staleTime: 0 };
export const newestQuery = (scope: SearchScope) => query(SCOPE_CALLS[scope].search, { query: { sort: 'newest', limit: 8 } });

/** The room of the first row while nothing is known. */
export const WaitingRow = () => (
  <div className="block" data-waiting>
    <MediaSkeleton count={8} row />
  </div>
);

/** The last media with the position reached: the newest large, the others as lines. */
export function Continue({ items, pupil }: { items: readonly Opened[]; pupil: boolean }) {
  const { t } = useT();
  const [latest, ...others] = items;
  if (!latest) return null;
  const { medium, position } = latest;
  const to = mediaHref('media', medium.identifier);
  const action = t(medium.viewer === 'video' || medium.viewer === 'audio' ? 'home.continue.play' : 'home.continue.open');
  return (
    <Row id="continue" title={t(pupil ? 'home.continue.pupil' : 'home.continue')}>
      <div className={others.length > 0 ? 'duo' : undefined}>
        <div className="resume" data-subject={mainSubject(medium.fn_geb).key}>
          <Link href={to} className="resume-cover" tabIndex={-1} aria-hidden="true">
            <Cover item={medium} position={position} eager />
          </Link>
          <div>
            <h3>
              <Link href={to}>{medium.display.title}</Link>
            </h3>
            <p className="quiet small">{left(position, medium.duration, t) ?? medium.display.subtitle}</p>
            <ButtonLink variant="line" href={to} icon={<Play className="full" />} aria-label={`${action}: ${medium.fn_titel}`}>
              {action}
            </ButtonLink>
          </div>
        </div>
        {others.length > 0 && (
          <ul className="lines">
            {others.map((entry) => (
              <li key={entry.medium.identifier}>
                <Link className="item" href={mediaHref('media', entry.medium.identifier)}>
                  <img src={entry.medium.cover} alt="" width="88" height="50" loading="lazy" />
                  <span>
                    <h3>{entry.medium.display.title}</h3>
                    <span className="quiet small">{left(entry.position, entry.medium.duration, t) ?? entry.medium.display.subtitle}</span>
                  </span>
                  <ChevronRight />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Row>
  );
}

/** "Noch 12 Minuten"; null where nothing was played or nothing is left. */
function left(position: number, duration: number | null, t: ReturnType<typeof useT>['t']): string | null {
  if (!duration || position <= 0 || position >= duration) return null;
  return t('home.continue.left', { count: Math.max(1, Math.round((duration - position) / 60)) });
}

export function Newest({ items, scope }: { items: readonly MediaItem[]; scope: SearchScope }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row id="new" title={t('home.newest')} more={{ href: href(scope, {}, { sort: 'newest' }), label: t('home.newest.all') }}>
      <MediaRow items={items} place={scope} />
    </Row>
  );
}

/** What many people use just now. */
export function Trending({ items }: { items: readonly MediaItem[] }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row id="trending" title={t('home.trending')}>
      <MediaRow items={items} place="media" />
    </Row>
  );
}

export function Bookmarks({ items, pupil }: { items: readonly MediaItem[]; pupil: boolean }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row id="bookmarks" title={t(pupil ? 'home.bookmarks.pupil' : 'home.bookmarks')}>
      <MediaRow items={items} place="bookmarks" />
    </Row>
  );
}
