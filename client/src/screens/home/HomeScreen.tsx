import { admission, hasAccount, isDistrictAdmin, isStudent } from '@fundus/contract/access';
import type { ClassLine } from '@fundus/contract/classes/classes';
import { assignments } from '@fundus/contract/assignments/assignments';
import { catalogue, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { checklist } from '@fundus/contract/first-start/checklist';
import { today } from '@fundus/contract/days';
import { classMedia } from '@fundus/contract/classes/media';
import { screens } from '@fundus/contract/screens';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import { query } from '../../api/query.ts';
import { aboutKey } from '../../components/page/about-portal.ts';
import { FailedReads } from '../../components/page/FailedReads.tsx';
import { Illustration } from '../../components/page/Illustration.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { scopeHref, searchScope, suggestionHref } from '../../components/search/search-scope.ts';
import { SearchField } from '../../components/search/SearchField.tsx';
import type { Go, ScreenProps } from '../../components/page/screen.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useLargeSearchField } from '../../stores/search-bar.ts';
import { useSession } from '../../stores/session.ts';
import { useTheme } from '../../theme/current-theme.ts';
import { greet } from './greeting.ts';
import './home-screen.css';
import {
  Bookmarks,
  bookmarksQuery,
  classesQuery,
  Continue,
  continueQuery,
  ClassMediaRow,
  SharedWithMe,
  sharedQuery,
  NewestMedia,
  newestQuery,
  newsQuery,
  Trending,
  WaitingRow,
} from './rows.tsx';
import { SubjectShelf } from './SubjectShelf.tsx';
import { QuickLinks } from './QuickLinks.tsx';
import { RecentSearches } from './RecentSearches.tsx';
import { useLists } from './use-lists.ts';
import { useLoans } from './use-loans.tsx';
import { listClassTodos, useTodo } from './use-todo.tsx';
import { loadLater, useLoaded } from '../../ui/load-later.tsx';

/** Optional rows. They are awaited, so that all rows appear together. */
const NewsRow = loadLater(async () => (await import('./NewsRow.tsx')).NewsRow);
const Today = loadLater(async () => (await import('./Today.tsx')).Today);
/** Loaded only while a district is being set up. */
const Checklist = loadLater(async () => (await import('./Checklist.tsx')).Checklist);
const DueRow = loadLater(async () => (await import('./DueRows.tsx')).DueRow);
const ListsRow = loadLater(async () => (await import('./ListRows.tsx')).ListsRow);
const ClassesRow = loadLater(async () => (await import('./ClassesRow.tsx')).ClassesRow);

/** Shows a greeting, the search and personal rows. Empty rows are omitted. */
export function Screen({ go }: ScreenProps<'homepage'>) {
  const { t, locale } = useT();
  const session = useSession();
  const { user, config } = session;
  const scope = searchScope(session);
  const { productName } = useTheme();
  const now = new Date();
  const pupil = Boolean(user && isStudent(user));

  return (
    <>
      <section className="hero">
        <div className="wrap">
          <div className="hero-text">
            {user && <p className="quiet">{formatDate(now, 'weekday', locale)}</p>}
            {user ? (
              <PageHeading title={t('nav.home')}>{greet(t, user, now.getHours())}</PageHeading>
            ) : (
              <>
                <PageHeading title={t('nav.home')}>{t(config.Type ? `home.guest.title.${config.Type}` : 'home.guest.title')}</PageHeading>
                <p className="hero-about">{t(aboutKey(config), { name: productName })}</p>
              </>
            )}
            {scope && <HeroSearch scope={scope} go={go} />}
            {scope && <RecentSearches scope={scope} />}
          </div>
          <Illustration />
        </div>
      </section>
      <div className="wrap">
        {!user && <QuickLinks scope={scope} />}
        {user ? <OwnRows scope={scope} pupil={pupil} /> : <GuestRows scope={scope} />}
        {user && <QuickLinks scope={scope} />}
      </div>
    </>
  );
}

/** Maximum number of classes whose media are shown to a learner. */
const MAX_GIVEN = 3;

/** Maximum number of a teacher's classes shown on the start page. */
const MAX_TAUGHT = 3;

/** Returns the teacher's most recently used active classes. */
const lastTaught = (lines: readonly ClassLine[]): ClassLine[] =>
  lines
    .filter(({ state, last_activity }) => state === 'active' && last_activity !== null)
    .sort((a, b) => (b.last_activity ?? '').localeCompare(a.last_activity ?? ''))
    .slice(0, MAX_TAUGHT);

/** Returns the subjects of the active classes that the user teaches. */
const subjectsOf = (lines: readonly ClassLine[]): string[] => [
  ...new Set(lines.flatMap(({ state, role, subject }) => (state === 'active' && role !== 'student' && subject ? [subject] : []))),
];

/** Shows all rows together, to avoid layout shifts. */
function OwnRows({ scope, pupil }: { scope: SearchScope | null; pupil: boolean }) {
  const { user, config } = useSession();
  const { t, locale } = useT();
  const account = hasAccount(user);
  const classes = useQuery({
    ...classesQuery,
    enabled: user !== false && user.school_id !== null && admission(screens.classes, user, config) === 'admitted',
  });
  const own = classes.data?.items ?? [];
  const taught = pupil ? [] : lastTaught(own);
  const given = pupil ? own.filter(({ media }) => media > 0).slice(0, MAX_GIVEN) : [];
  const media = useQueries({
    queries: [...given, ...taught].map((line) => ({ ...query(classMedia.media, { params: { id: line.id } }), staleTime: 0 })),
  });
  const subjects = pupil ? [] : subjectsOf(own);
  const todo = useTodo();
  const shared = useQuery({ ...sharedQuery, enabled: account && !pupil && user !== false && user.school_id !== null });
  const history = useQuery({ ...continueQuery, enabled: account });
  const bookmarks = useQuery({ ...bookmarksQuery, enabled: account });
  const newest = useQuery({ ...newestQuery(scope ?? 'search', subjects), enabled: scope !== null && !classes.isLoading });
  const trending = useQuery({ ...query(catalogue.trending), enabled: scope === 'search' && !config.DisableTrending });
  const newsRow = useQuery({
    ...newsQuery(locale),
    enabled: user !== false && admission(screens['news-list'], user, config) === 'admitted',
  });
  const due = useQuery({ ...query(assignments.own), staleTime: 0, enabled: user !== false && user.school_id !== null });
  const lists = useLists(pupil);
  const loans = useLoans();
  const ofDistrict = user !== false && isDistrictAdmin(user);
  const begun = useQuery({ ...query(checklist.read), staleTime: 0, enabled: ofDistrict });
  const loaded = [
    useLoaded(Today),
    useLoaded(DueRow),
    useLoaded(NewsRow),
    useLoaded(ListsRow),
    useLoaded(ClassesRow),
    useLoaded(begun.data && !begun.data.hidden ? Checklist : null),
  ].every(Boolean);
  const waiting =
    !loaded ||
    classes.isLoading ||
    lists.isLoading ||
    loans.isLoading ||
    due.isLoading ||
    todo.isLoading ||
    begun.isLoading ||
    media.some(({ isLoading }) => isLoading) ||
    shared.isLoading ||
    history.isLoading ||
    bookmarks.isLoading ||
    newest.isLoading ||
    trending.isLoading ||
    newsRow.isLoading;
  // Deferred, because rendering the rows is slow and phones must stay responsive.
  if (useDeferredValue(waiting)) return <WaitingRow />;
  const day = today(new Date());
  return (
    <>
      <FailedReads />
      {begun.data && !begun.data.hidden && <Checklist list={begun.data} />}
      {pupil && <DueRow lines={due.data?.items ?? []} />}
      {given.map((line, i) => (
        <ClassMediaRow key={line.id} line={line} items={media[i]?.data?.items ?? []} day={day} />
      ))}
      <Today
        todo={[...listClassTodos(t, own), ...loans.desks, ...todo.items]}
        due={pupil ? [] : (due.data?.items ?? [])}
        planned={lists.planned}
        loans={loans.due}
        day={day}
      />
      {todo.dialog}
      <div className="home-own">
        <ListsRow kind="released" lines={lists.released} />
        <Continue items={history.data?.items ?? []} pupil={pupil} />
        <ClassesRow taught={taught.map((line, i) => ({ line, media: media[i]?.data?.items ?? [] }))} day={day} />
        <ListsRow kind="mine" lines={lists.mine} />
        <ListsRow kind="editorial" lines={lists.editorial} />
        <SharedWithMe entries={shared.data?.items ?? []} />
        <Bookmarks items={(bookmarks.data?.items ?? []).flatMap(({ medium }) => medium ?? [])} pupil={pupil} />
        <NewsRow items={newsRow.data?.items ?? []} />
      </div>
      {scope && <NewestMedia items={newest.data?.items ?? []} scope={scope} subjects={subjects} />}
      <Trending items={trending.data?.items ?? []} />
      {scope && <SubjectShelf scope={scope} />}
    </>
  );
}

function GuestRows({ scope }: { scope: SearchScope | null }) {
  const { config } = useSession();
  const { locale } = useT();
  const newest = useQuery({ ...newestQuery(scope ?? 'search'), enabled: scope !== null });
  const loaded = useLoaded(NewsRow);
  const newsRow = useQuery({ ...newsQuery(locale), enabled: admission(screens['news-list'], null, config) === 'admitted' });
  return (
    <>
      {scope && <SubjectShelf scope={scope} />}
      {newest.isLoading || newsRow.isLoading || !loaded ? (
        <WaitingRow />
      ) : (
        <>
          <FailedReads />
          {scope && <NewestMedia items={newest.data?.items ?? []} scope={scope} subjects={[]} />}
          <div className="home-own">
            <NewsRow items={newsRow.data?.items ?? []} />
          </div>
        </>
      )}
    </>
  );
}

/** Shows the large search field. It replaces the field in the navigation bar until it is scrolled out of view. */
function HeroSearch({ scope, go }: { scope: SearchScope; go: Go }) {
  const { t } = useT();
  const field = useRef<HTMLInputElement>(null);
  useLargeSearchField(field);
  return (
    <SearchField
      scope={scope}
      variant="large"
      label={t('search.label')}
      placeholder={t('home.search.placeholder')}
      text=""
      onSearch={(q) => go(scopeHref(scope, { q }))}
      onOpen={(identifier) => go(suggestionHref(scope, identifier))}
      field={field}
    />
  );
}
