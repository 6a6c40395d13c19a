import { shiftDay, today } from '@fundus/contract/days';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import type { MediaItem, SearchScope } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { news } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { sharedMedia, type SharedMedium } from '@fundus/contract/shared-media/shared-media';
import type { ReactNode } from 'react';
import { query, useCall } from '../../api/query.ts';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { LicenceBadge } from '../../components/media/LicenceBadge.tsx';
import { licenceState } from '../../components/media/licence-state.ts';
import { mediaHref, type MediaContext } from '../../components/media/media-context.ts';
import { MediaCard } from '../../components/media/MediaCard.tsx';
import { MediaRow, storeItems } from '../../components/media/MediaGrid.tsx';
import { MediaSkeleton } from '../../components/media/MediaSkeleton.tsx';
import { SCOPE_CALLS, scopeHref, USABLE_ONLY_QUERY } from '../../components/search/search-scope.ts';
import { formatDateUnbroken } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { MAX_LINES, Row } from './Row.tsx';
import '../../components/media/media-grid.css';
import './home-screen.css';

/** Query of the user's own classes. */
export const classesQuery = { ...query(classes.list, { query: { show: 'own', limit: 20 } }), staleTime: 0 };

/** Number of cards in a section, which is one row on desktops. */
const CARDS = 4;

/** Number of days for which a medium counts as new. */
const WEEK = 7;

type Opened = { medium: MediaItem; position: number };

// Refetched each time the page is opened, because recent actions must be visible.
export const continueQuery = { ...query(library.history, { query: { limit: MAX_LINES } }), staleTime: 0 };
export const bookmarksQuery = { ...query(library.bookmarks, { query: { limit: MAX_LINES } }), staleTime: 0 };
/** Returns the query of the newest media, either of the given subjects or of all subjects. */
export const newestQuery = (scope: SearchScope, subjects: readonly string[] = []) =>
  query(SCOPE_CALLS[scope].search, { query: { sort: 'newest', limit: CARDS, ...USABLE_ONLY_QUERY[scope], ...subjectFilter(subjects) } });
const subjectFilter = (subjects: readonly string[]) =>
  subjects.length > 0 ? { filter_fn_geb: subjects.map((code) => `${code}*`).join('|') } : {};

/** Returns the query of the latest news items. */
export const newsQuery = (lang: string) => ({ ...query(news.list, { query: { limit: MAX_LINES, lang } }), staleTime: 0 });

/** Placeholder for the first row, shown while loading to avoid a layout shift. */
export const WaitingRow = () => (
  <div className="block">
    <MediaSkeleton count={CARDS} row />
  </div>
);

type MediaLineProps = {
  item: MediaItem;
  context: MediaContext;
  excerpt?: SharedMedium['excerpt'];
  about: string | null;
  position?: number;
  onOpen?: () => void;
  children?: ReactNode;
};

/** Shows a medium as a line with cover, title and one fact. */
function MediaLine({ item, context, excerpt = null, about, position = 0, onOpen, children }: MediaLineProps) {
  return (
    <li className="item">
      <SmallCover item={item}>
        {position > 0 && item.duration && <progress value={position} max={item.duration} aria-hidden="true" />}
      </SmallCover>
      <div>
        <h3>
          <Link href={mediaHref(context, item.identifier, excerpt?.id)} onClick={onOpen}>
            {excerpt?.title ?? item.display.title}
          </Link>
        </h3>
        {about && <p className="quiet small home-about">{about}</p>}
        {children}
        <LicenceBadge item={item} />
      </div>
    </li>
  );
}

/** Shows the media that the user opened last, with their positions. */
export function Continue({ items, pupil }: { items: readonly Opened[]; pupil: boolean }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row
      id="continue"
      title={t(pupil ? 'home.continue.pupil' : 'home.continue')}
      more={{ href: href('library', { tab: 'history' }), label: t('home.continue.all') }}
    >
      <ul className="lines home-lines">
        {items.map(({ medium, position }) => (
          <MediaLine
            key={medium.identifier}
            item={medium}
            context="media"
            position={position}
            about={left(position, medium.duration, t) ?? medium.display.subtitle}
          />
        ))}
      </ul>
    </Row>
  );
}

/** Shows media shared with a class. Media that end soon or are new this week have a date. */
export function ClassMediaRow({ line, items, day }: { line: ClassLine; items: readonly ClassMedium[]; day: string }) {
  const { t, locale } = useT();
  const media = items.flatMap(({ item, ...entry }) => (item ? [{ ...entry, item }] : [])).slice(0, CARDS);
  if (media.length === 0) return null;
  const week = { before: shiftDay(day, -WEEK), after: shiftDay(day, WEEK) };
  return (
    <Row
      id={`given-${line.id}`}
      title={t('home.given', { name: line.name })}
      more={{ href: href('class', { id: line.id }), label: t('home.given.all') }}
    >
      <ul className="row">
        {media.map(({ id, item, kind, excerpt, visible_until: until, shared_at }) => (
          <li key={id}>
            <MediaCard item={item} context={{ class: line.id, kind }} excerpt={excerpt} plain />
            {until !== null && until <= week.after ? (
              <p className="home-due">{t('home.given.until', { date: formatDateUnbroken(until, 'weekday', locale) })}</p>
            ) : (
              shared_at >= week.before && (
                <p className="home-from">
                  {today(new Date(shared_at)) === day
                    ? t('home.given.today')
                    : t('home.given.since', { date: formatDateUnbroken(shared_at, 'weekday', locale) })}
                </p>
              )
            )}
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** Query of the shares that the user has not opened yet. */
export const sharedQuery = { ...query(sharedMedia.list, { query: { unread: 'true', limit: CARDS } }), staleTime: 0 };

/** Shows new shares. Opening a medium marks its share as opened. */
export function SharedWithMe({ entries }: { entries: readonly SharedMedium[] }) {
  const { t } = useT();
  const mark = useCall(sharedMedia.mark, { refreshes: [sharedMedia.list] });
  const media = entries.flatMap(({ item, ...entry }) => (item ? [{ ...entry, item }] : [])).slice(0, MAX_LINES);
  if (media.length === 0) return null;
  return (
    <Row id="shared" title={t('home.shared')} more={{ href: href('library', { tab: 'shared' }), label: t('home.shared.all') }}>
      <ul className="lines home-lines">
        {media.map(({ id, item, excerpt, from, message }) => (
          <MediaLine
            key={id}
            item={item}
            context="media"
            excerpt={excerpt}
            about={t('home.shared.from', { name: from })}
            onOpen={() => mark.mutate({ params: { id }, body: { to: 'read' } })}
          >
            {message && <p className="home-words">{message}</p>}
          </MediaLine>
        ))}
      </ul>
    </Row>
  );
}

/** Returns the remaining time, such as "Noch 12 Minuten", or `null` if the medium was not started or has ended. */
function left(position: number, duration: number | null, t: ReturnType<typeof useT>['t']): string | null {
  if (!duration || position <= 0 || position >= duration) return null;
  return t('home.continue.left', { count: Math.max(1, Math.round((duration - position) / 60)) });
}

/** Shows the newest media, restricted to the user's subjects if there are any. */
export function NewestMedia({ items, scope, subjects }: { items: readonly MediaItem[]; scope: SearchScope; subjects: readonly string[] }) {
  const { t } = useT();
  if (items.length === 0) return null;
  const more = { href: scopeHref(scope, { sort: 'newest', ...subjectFilter(subjects) }), label: t('home.newest.all') };
  return (
    <Row id="new" title={t(subjects.length > 0 ? 'home.newest.subjects' : 'home.newest')} more={more}>
      <MediaRow items={items} context={scope} />
    </Row>
  );
}

/** Shows trending media. */
export function Trending({ items }: { items: readonly MediaItem[] }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row id="trending" title={t('home.trending')}>
      <MediaRow items={items.slice(0, CARDS)} context="media" />
    </Row>
  );
}

/** Shows the user's most recent bookmarks, with the state of the licence or the subtitle. */
export function Bookmarks({ items, pupil }: { items: readonly MediaItem[]; pupil: boolean }) {
  const { t } = useT();
  const day = today(new Date());
  if (items.length === 0) return null;
  return (
    <Row
      id="bookmarks"
      title={t(pupil ? 'home.bookmarks.pupil' : 'home.bookmarks')}
      more={{ href: href('library', { tab: 'bookmarks' }), label: t('home.bookmarks.all') }}
    >
      <ul className="lines home-lines">
        {items.map((item) => (
          <MediaLine
            key={item.identifier}
            item={item}
            context="bookmarks"
            about={licenceState(item, day) ? null : item.display.subtitle}
            onOpen={() => storeItems(items, 'bookmarks')}
          />
        ))}
      </ul>
    </Row>
  );
}
