import { shiftDay } from '@fundus/contract/days';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import type { MediaItem, SearchScope } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { news } from '@fundus/contract/news/news';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { href } from '@fundus/contract/screens';
import { sharedMedia, type SharedMedium } from '@fundus/contract/shared-media/shared-media';
import { ChevronRight, Play } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { Cover } from '../../components/media/Cover.tsx';
import { mediaHref } from '../../components/media/media-context.ts';
import { MediaCard } from '../../components/media/MediaCard.tsx';
import { MediaRow } from '../../components/media/MediaGrid.tsx';
import { MediaSkeleton } from '../../components/media/MediaSkeleton.tsx';
import { SCOPE_CALLS, scopeHref, USABLE_ONLY_QUERY } from '../../components/search/search-scope.ts';
import { formatDateUnbroken } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Row } from './Row.tsx';
import '../../components/media/media-grid.css';
import './home-screen.css';

/** Query of the user's own classes. */
export const classesQuery = { ...query(classes.list, { query: { show: 'own', limit: 20 } }), staleTime: 0 };

/** Number of days for which a medium counts as new. */
const WEEK = 7;

type Opened = { medium: MediaItem; position: number };

// Refetched each time the page is opened, because recent actions must be visible.
export const continueQuery = { ...query(library.history, { query: { limit: 5 } }), staleTime: 0 };
export const bookmarksQuery = { ...query(library.bookmarks, { query: { limit: 4 } }), staleTime: 0 };
/** Returns the query of the newest media, either of the given subjects or of all subjects. */
export const newestQuery = (scope: SearchScope, subjects: readonly string[] = []) =>
  query(SCOPE_CALLS[scope].search, { query: { sort: 'newest', limit: 8, ...USABLE_ONLY_QUERY[scope], ...subjectFilter(subjects) } });
const subjectFilter = (subjects: readonly string[]) =>
  subjects.length > 0 ? { filter_fn_geb: subjects.map((code) => `${code}*`).join('|') } : {};

/** Returns the query of the three latest news items. */
export const newsQuery = (lang: string) => ({ ...query(news.list, { query: { limit: 3, lang } }), staleTime: 0 });

/** Placeholder for the first row, shown while loading to avoid a layout shift. */
export const WaitingRow = () => (
  <div className="block">
    <MediaSkeleton count={8} row />
  </div>
);

/** Shows the media that the user opened last, with their positions. The most recent one is large, the others are rows. */
export function Continue({ items, pupil }: { items: readonly Opened[]; pupil: boolean }) {
  const { t } = useT();
  const [latest, ...others] = items;
  if (!latest) return null;
  const { medium, position } = latest;
  const to = mediaHref('media', medium.identifier);
  const action = t(medium.viewer === 'video' || medium.viewer === 'audio' ? 'home.continue.play' : 'home.continue.open');
  return (
    <Row id="continue" title={t(pupil ? 'home.continue.pupil' : 'home.continue')}>
      <div className="resume-list">
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
          <ul className="lines home-lines">
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

/** Shows media shared with a class. Media that end soon or are new this week have a date. */
export function ClassMediaRow({ line, items, day }: { line: ClassLine; items: readonly ClassMedium[]; day: string }) {
  const { t, locale } = useT();
  const media = items.flatMap(({ item, ...entry }) => (item ? [{ ...entry, item }] : [])).slice(0, 8);
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
                <p className="home-from">{t('home.given.since', { date: formatDateUnbroken(shared_at, 'weekday', locale) })}</p>
              )
            )}
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** Query of the shares that the user has not opened yet. */
export const sharedQuery = { ...query(sharedMedia.list, { query: { unread: 'true', limit: 8 } }), staleTime: 0 };

/** Shows new shares. Opening a medium marks its share as opened. */
export function SharedWithMe({ entries }: { entries: readonly SharedMedium[] }) {
  const { t } = useT();
  const mark = useCall(sharedMedia.mark, { refreshes: [sharedMedia.list] });
  const media = entries.flatMap(({ item, ...entry }) => (item ? [{ ...entry, item }] : []));
  if (media.length === 0) return null;
  return (
    <Row id="shared" title={t('home.shared')} more={{ href: href('library', { tab: 'shared' }), label: t('home.shared.all') }}>
      <ul className="row">
        {media.map(({ id, item, excerpt, from, message }) => (
          <li key={id}>
            <MediaCard
              item={item}
              context="media"
              excerpt={excerpt}
              plain
              onOpen={() => mark.mutate({ params: { id }, body: { to: 'read' } })}
            />
            <p className="home-from">{t('home.shared.from', { name: from })}</p>
            {message && <p className="home-words">{message}</p>}
          </li>
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
      <MediaRow items={items} context="media" />
    </Row>
  );
}

/** Shows the user's most recent bookmarks. */
export function Bookmarks({ items, pupil }: { items: readonly MediaItem[]; pupil: boolean }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row
      id="bookmarks"
      title={t(pupil ? 'home.bookmarks.pupil' : 'home.bookmarks')}
      more={{ href: href('library', { tab: 'bookmarks' }), label: t('home.bookmarks.all') }}
    >
      <MediaRow items={items} context="bookmarks" />
    </Row>
  );
}
