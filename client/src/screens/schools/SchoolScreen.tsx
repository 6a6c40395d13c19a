import { isDistrictAdmin, isSchoolAdmin } from '@fundus/contract/access';
import type { Reply } from '@fundus/contract/endpoint';
import type { MessageKey } from '@fundus/contract/messages';
import { schools, type School } from '@fundus/contract/schools/schools';
import { useQuery } from '@tanstack/react-query';
import { School as SchoolIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { query } from '../../api/query.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Bar, ShowDelayed, PlaceholderLines } from '../../ui/Skeleton.tsx';
import { ClassesTab } from './classes/ClassesTab.tsx';
import { InvitationsTab } from './district/InvitationsTab.tsx';
import { MediaTab } from './media/MediaTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PeopleTab } from './people/PeopleTab.tsx';
import { parseSchoolView, viewHref, type SchoolView, type Tab } from './school-view.ts';
import '../../components/lists/row-state.css';
import './schools.css';
import { SchoolsTab } from './district/SchoolsTab.tsx';
import { loadLater } from '../../ui/load-later.tsx';

// Tabs that are used less often and loaded on demand.
const AuditTab = loadLater(async () => (await import('./AuditTab.tsx')).AuditTab, PlaceholderLines);
const CalendarTab = loadLater(async () => (await import('./calendar/CalendarTab.tsx')).CalendarTab, PlaceholderLines);
const MaterialTab = loadLater(async () => (await import('./media/MaterialTab.tsx')).MaterialTab, PlaceholderLines);
const NewsTab = loadLater(async () => (await import('./NewsTab.tsx')).NewsTab, PlaceholderLines);
const NumbersTab = loadLater(async () => (await import('./numbers/NumbersTab.tsx')).NumbersTab, PlaceholderLines);
const PlatformsTab = loadLater(async () => (await import('./platforms/PlatformsTab.tsx')).PlatformsTab, PlaceholderLines);
const SettingsTab = loadLater(async () => (await import('./settings/SettingsTab.tsx')).SettingsTab, PlaceholderLines);
const SharedTab = loadLater(async () => (await import('./media/SharedTab.tsx')).SharedTab, PlaceholderLines);
const YearTab = loadLater(async () => (await import('./year/YearTab.tsx')).YearTab, PlaceholderLines);

/** Shows the user's school. District administrators see the list of schools and each school (docs/behaviour/schools.md#page). */
export function Screen({ search, go }: ScreenProps<'school'>) {
  const { user } = useSession();
  const view = parseSchoolView(search);
  const show = (about: Partial<SchoolView>) => go(viewHref({ ...view, page: 1, ...about }), { replace: true });
  if (!user) return null;
  if (isDistrictAdmin(user) && view.id === '') return <District view={view} show={show} />;
  return view.id === '' ? <OwnSchool view={view} show={show} /> : <OneSchool view={view} show={show} />;
}

type Props = { view: SchoolView; show: (about: Partial<SchoolView>) => void };

function District({ view, show }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const tabs = ['schools', 'people', 'platforms', 'calendar', ...(config.ShowAnalytics ? (['numbers'] as const) : []), 'audit'] as const;
  const tab = tabs.find((each) => each === view.tab) ?? 'schools';
  return (
    <div className="wrap school-page">
      <PageHeading title={`${t(`schools.tab.${tab}`)} · ${t('schools.district.title')}`}>{t('schools.district.title')}</PageHeading>
      <Tabs view={{ ...view, id: '' }} tabs={tabs} current={tab} />
      {tab === 'schools' && <SchoolsTab view={view} show={show} />}
      {tab === 'people' && <PeopleTab school={null} view={view} show={show} />}
      {tab === 'platforms' && <PlatformsTab />}
      {tab === 'calendar' && <CalendarTab school={null} view={view} show={show} />}
      {tab === 'numbers' && <NumbersTab school={null} view={view} />}
      {tab === 'audit' && <AuditTab school={null} view={view} show={show} />}
    </div>
  );
}

function OwnSchool(props: Props) {
  const { t } = useT();
  const own = useQuery({ ...query(schools.own), staleTime: 0 });
  if (own.error && !own.data) return <Problem error={own.error} retry={() => void own.refetch()} />;
  if (!own.data) return <Waiting />;
  if (own.data.school) return <Page {...props} school={own.data.school} contacts={own.data.contacts} />;
  return (
    <div className="wrap school-page">
      <EmptyState icon={<SchoolIcon />} title={t('schools.none')} heading={(words) => <PageHeading title={words} />}>
        <p>{t('schools.none.hint')}</p>
      </EmptyState>
    </div>
  );
}

function OneSchool(props: Props) {
  const one = useQuery({ ...query(schools.read, { params: { id: props.view.id } }), staleTime: 0 });
  if (one.error && !one.data) return <Problem error={one.error} retry={() => void one.refetch()} />;
  return one.data ? <Page {...props} school={one.data} /> : <Waiting />;
}

function Page({ school, contacts, view, show }: Props & { school: School; contacts?: Reply<typeof schools.own>['contacts'] }) {
  const { t } = useT();
  const { user } = useSession();
  const { can } = school;
  const tabs: Tab[] = [
    'overview',
    ...(can.seeMedia ? (['media'] as const) : []),
    // Shares and news are visible only to members of the school.
    ...(user && user.school_id === school.id ? (['shared', 'news'] as const) : []),
    ...(can.seePeople ? (['material', 'people'] as const) : []),
    // District staff may not see classes.
    ...(user && isSchoolAdmin(user) && user.school_id === school.id ? (['classes', 'year'] as const) : []),
    ...(can.seePeople ? (['invitations', 'calendar'] as const) : []),
    ...(can.seeNumbers ? (['numbers'] as const) : []),
    ...(can.editContact && school.settings ? (['settings'] as const) : []),
    ...(can.seePeople ? (['audit'] as const) : []),
  ];
  const current = tabs.find((tab) => tab === view.tab) ?? 'overview';
  const parts: Record<Tab, () => ReactNode> = {
    overview: () => <OverviewTab school={school} id={view.id} contacts={contacts} />,
    media: () => <MediaTab school={school} view={view} show={show} />,
    shared: () => <SharedTab view={view} show={show} />,
    news: () => <NewsTab view={view} show={show} />,
    material: () => <MaterialTab school={school} view={view} show={show} />,
    people: () => <PeopleTab school={school} view={view} show={show} />,
    classes: () => <ClassesTab school={school} view={view} show={show} />,
    year: () => <YearTab />,
    invitations: () => <InvitationsTab school={school} view={view} show={show} />,
    calendar: () => <CalendarTab school={school} view={view} show={show} />,
    numbers: () => <NumbersTab school={school} view={view} />,
    settings: () => school.settings && <SettingsTab school={school} settings={school.settings} />,
    audit: () => <AuditTab school={school} view={view} show={show} />,
    schools: () => null,
    platforms: () => null,
  };
  return (
    <div className="wrap school-page">
      {user && isDistrictAdmin(user) && <BackLink href={viewHref({})}>{t('schools.district.back')}</BackLink>}
      <header className="school-head">
        {school.logo && <img src={school.logo} alt="" className="school-logo" />}
        <div>
          <PageHeading title={`${t(`schools.tab.${current}` as MessageKey)} · ${school.name}`}>{school.name}</PageHeading>
          <p className="quiet small">{joinFacts([school.kind, t('schools.numbered', { number: school.number }), school.district.name])}</p>
        </div>
      </header>
      <Tabs view={view} tabs={tabs} current={current} />
      <section aria-label={t(`schools.tab.${current}` as MessageKey)}>{parts[current]()}</section>
    </div>
  );
}

function Tabs({ view, tabs, current }: { view: SchoolView; tabs: readonly Tab[]; current: Tab }) {
  const { t } = useT();
  return (
    <PageTabs
      label={t('schools.tabs')}
      tabs={tabs.map((tab, i) => ({
        href: viewHref({ id: view.id, ...(i > 0 && { tab }) }),
        label: t(`schools.tab.${tab}` as MessageKey),
        current: tab === current,
      }))}
    />
  );
}

const Waiting = () => (
  <div className="wrap school-page">
    <ShowDelayed>
      <Bar width="60%" height="2.5rem" />
      <Bar width="100%" height="18rem" />
    </ShowDelayed>
  </div>
);

function Problem({ error, retry }: { error: Parameters<typeof Failed>[0]['error']; retry: () => void }) {
  const { t } = useT();
  return (
    <div className="wrap school-page">
      <PageHeading title={t('nav.school')} />
      <Failed error={error} onRetry={retry} />
    </div>
  );
}
