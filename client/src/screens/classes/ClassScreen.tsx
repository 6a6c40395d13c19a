import { isStudent } from '@fundus/contract/access';
import { assignments } from '@fundus/contract/assignments/assignments';
import { classes, type Class } from '@fundus/contract/classes/classes';
import { classQuestions } from '@fundus/contract/classes/questions';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Archive, ClipboardPlus, Lock, Share2, Users, Video } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isUnknown } from '../../api/is-unknown.ts';
import { query } from '../../api/query.ts';
import { Crumb } from '../../components/page/Crumb.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { newAssignmentHref, readAssignmentView, type AssignmentView } from '../../components/assignments/assignment-href.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { scopeHref, searchScope } from '../../components/search/search-scope.ts';
import { SubjectIcon } from '../../components/media/finder/subject-icons.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { Note } from '../../ui/Note.tsx';
import { classHref, classesHref, readClass, type ClassTab, type ClassView } from './class-view.ts';
import '../../ui/button.css';
import '../../components/classes/class-forms.css';
import './classes.css';
import { MediaTab } from './media/MediaTab.tsx';
import { aboutClass, searchFor } from './words.ts';
import { loadLater, useLoaded } from '../../ui/load-later.tsx';

const Waiting = () => (
  <ShowDelayed>
    <Bar width="100%" height="18rem" />
  </ShowDelayed>
);

const WaitingPage = () => (
  <div className="wrap class-page">
    <ShowDelayed>
      <Bar width="50%" height="2.5rem" />
      <Bar width="100%" height="18rem" />
    </ShowDelayed>
  </div>
);

const AssignmentsTab = loadLater(async () => (await import('../../components/assignments/AssignmentsTab.tsx')).AssignmentsTab, Waiting);
const ResultsTab = loadLater(async () => (await import('../../components/assignments/results/ResultsTab.tsx')).ResultsTab, Waiting);
/** Loaded only for learners. */
const OpenAssignments = loadLater(async () => (await import('../../components/assignments/OpenAssignments.tsx')).OpenAssignments);
/** Page of an assignment, which replaces the whole class page. */
const AssignmentScreen = loadLater(
  async () => (await import('../../components/assignments/AssignmentScreen.tsx')).AssignmentScreen,
  WaitingPage,
);
const ResultsDetail = loadLater(
  async () => (await import('../../components/assignments/results/ResultsDetail.tsx')).ResultsDetail,
  WaitingPage,
);
// Loaded only for teachers of the class.
const GroupsTab = loadLater(async () => (await import('./members/GroupsTab.tsx')).GroupsTab, Waiting);
/** Loaded only if there are questions. */
const Questions = loadLater(async () => (await import('./questions/Questions.tsx')).Questions);
const LearnersTab = loadLater(async () => (await import('./members/LearnersTab.tsx')).LearnersTab, Waiting);
const SettingsTab = loadLater(async () => (await import('./settings/SettingsTab.tsx')).SettingsTab, Waiting);
const AssignOwnerDialog = loadLater(async () => (await import('../../components/classes/AssignOwnerDialog.tsx')).AssignOwnerDialog);

/** Shows a class with its media, members and settings (docs/behaviour/classes.md). */
export function Screen({ params, search, go }: ScreenProps<'class'>) {
  const { t } = useT();
  const one = useQuery({ ...query(classes.read, { params: { id: params.id } }), staleTime: 0 });
  const view = readClass(search);
  const unknown = isUnknown(one.error);
  if (one.data) {
    const show = (about: Partial<ClassView>) => go(classHref(params.id, { ...view, page: 1, ...about } as ClassView), { replace: true });
    const about = readAssignmentView(search);
    const teaches = one.data.can.seeMembers;
    if (view.tab === 'assignments' && about.assignment) return <AssignmentScreen cls={one.data} view={about} go={go} />;
    if (teaches && view.tab === 'results' && (about.assignment || about.learner))
      return <ResultsDetail cls={one.data} view={about} go={go} />;
    return <Page cls={one.data} view={view} about={about} show={show} onLeft={() => go(classesHref({}))} go={go} />;
  }
  return (
    <div className="wrap class-page">
      {one.error ? (
        <>
          <PageHeading title={t(unknown ? 'class.unknown' : 'nav.classes')} />
          {unknown ? (
            <p>
              {t('class.unknown.hint')} <Link href={href('classes')}>{t('class.toList')}</Link>
            </p>
          ) : (
            <Failed error={one.error} onRetry={() => void one.refetch()} />
          )}
        </>
      ) : (
        <ShowDelayed>
          <Bar width="50%" height="2.5rem" />
          <Bar width="100%" height="18rem" />
        </ShowDelayed>
      )}
    </div>
  );
}

type Props = {
  cls: Class;
  view: ClassView;
  about: AssignmentView;
  show: (about: Partial<ClassView>) => void;
  onLeft: () => void;
  go: ScreenProps<'class'>['go'];
};

/** Returns the tabs that the user may open. */
const tabsOf = ({ can }: Class, learner: boolean): ClassTab[] => [
  'media',
  ...(learner || can.seeMembers ? (['assignments'] as const) : []),
  ...(can.seeMembers ? (['learners'] as const) : []),
  ...(can.groups ? (['groups'] as const) : []),
  ...(can.seeMembers ? (['results'] as const) : []),
  ...(can.edit || can.restore || can.delete || can.leave ? (['settings'] as const) : []),
];

function Page({ cls, view, about: detail, show, onLeft, go }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const [adopting, setAdopting] = useState(false);
  const learner = Boolean(user && isStudent(user));
  const result = useQuery({ ...query(classQuestions.questions, { params: { id: cls.id } }), staleTime: 0, enabled: cls.questions > 0 });
  const { can } = cls;
  const tabs = tabsOf(cls, learner);
  const current = tabs.find((tab) => tab === view.tab) ?? 'media';
  const learns = learner && cls.role === 'student' && current === 'media';
  const due = useQuery({
    ...query(assignments.list, { params: { id: cls.id }, query: { archived: 'false' } }),
    staleTime: 0,
    enabled: learns,
  });
  // Retries do not delay the media.
  const waiting = result.isLoading || (due.isLoading && due.failureCount === 0);
  const questionsLoaded = useLoaded(cls.questions > 0 ? Questions : null);
  const dueLoaded = useLoaded(learns ? OpenAssignments : null);
  const counts: Partial<Record<ClassTab, number>> = { media: cls.media, learners: cls.learners, groups: cls.groups.length };
  const questions = cls.questions > 0 && <Questions cls={cls} learner={learner} />;
  const parts: Record<ClassTab, () => ReactNode> = {
    media: () => (
      <section aria-label={t('class.tab.media')}>
        {/* All parts appear together, to avoid a layout shift. */}
        {waiting || !questionsLoaded || !dueLoaded ? (
          <Waiting />
        ) : (
          <>
            {learns && <OpenAssignments lines={due.data?.items ?? []} />}
            {!learner && questions}
            <MediaTab cls={cls} learner={learner} />
            {learner && questions}
          </>
        )}
      </section>
    ),
    assignments: () => <AssignmentsTab cls={cls} archived={detail.archived} go={go} />,
    results: () => <ResultsTab cls={cls} group={detail.group} go={go} />,
    learners: () => <LearnersTab cls={cls} view={view} show={show} />,
    groups: () => <GroupsTab cls={cls} />,
    settings: () => <SettingsTab cls={cls} learner={learner} onLeft={onLeft} go={go} />,
  };
  return (
    <div className="wrap class-page">
      <Crumb
        label={t('class.crumb')}
        to={href('classes')}
        name={t(learner ? 'classes.title.pupil' : 'classes.title')}
        part={t('classes.year.one', { year: cls.school_year })}
      />
      <ClassHead cls={cls} tab={current} learner={learner} />
      {cls.state === 'locked' && (
        <Note tone="bad">
          <Lock /> {t(can.adopt ? 'class.locked.admin' : 'class.locked')}
          {can.adopt && (
            <Button variant="line" onClick={() => setAdopting(true)}>
              {t('class.adopt')}
            </Button>
          )}
        </Note>
      )}
      {cls.state === 'archived' && (
        <Note>
          <Archive /> {t('class.archived')}
          {cls.successor && <Link href={classHref(cls.successor)}>{t('class.successor.open')}</Link>}
        </Note>
      )}
      {tabs.length > 1 && (
        <PageTabs
          label={t('class.tabs')}
          tabs={tabs.map((tab) => ({
            href: classHref(cls.id, { tab }),
            label: t(`class.tab.${tab}`),
            count: counts[tab],
            current: tab === current,
          }))}
        />
      )}
      {parts[current]()}
      {adopting && <AssignOwnerDialog id={cls.id} name={cls.name} onClose={() => setAdopting(false)} />}
    </div>
  );
}

/** Shows the name of the class and the actions for teachers. */
function ClassHead({ cls, tab, learner }: { cls: Class; tab: ClassTab; learner: boolean }) {
  const { t, locale } = useT();
  const scope = searchScope(useSession());
  const { can } = cls;
  const onWork = tab === 'assignments' || tab === 'results';
  const about = learner
    ? cls.owners.join(', ')
    : joinFacts([
        t('classes.learners', { count: cls.learners, number: formatNumber(cls.learners, locale) }),
        ...aboutClass(cls, t).slice(0, -1),
        ...(cls.owners.length > 0 && cls.role !== 'owner' ? [t('classes.owners', { names: cls.owners.join(', ') })] : []),
      ]);
  return (
    <header className="class-title">
      <span className="class-sign" aria-hidden="true" data-subject={cls.subject ? mainSubject([cls.subject]).key : undefined}>
        {cls.subject ? <SubjectIcon icon={mainSubject([cls.subject]).icon} /> : <Users />}
      </span>
      <div>
        <PageHeading title={`${t(`class.tab.${tab}`)} · ${cls.name}`}>{cls.name}</PageHeading>
        {about && <p className="quiet small">{about}</p>}
      </div>
      <div className="class-actions">
        {cls.video_room && cls.state === 'active' && (
          <a className="btn btn-line" href={cls.video_room} target="_blank" rel="noopener noreferrer external">
            <Video />
            {t('class.video.open')}
          </a>
        )}
        {can.share && (
          <ButtonLink variant={onWork ? 'primary' : 'line'} icon={<ClipboardPlus />} href={newAssignmentHref(cls.id)}>
            {t('assignment.new')}
          </ButtonLink>
        )}
        {can.share && scope && (
          <ButtonLink variant={onWork ? 'line' : 'primary'} icon={<Share2 />} href={scopeHref(scope, searchFor(cls))}>
            {t('class.media.give')}
          </ButtonLink>
        )}
      </div>
    </header>
  );
}
