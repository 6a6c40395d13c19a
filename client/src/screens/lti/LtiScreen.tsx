import { ltiVisit, type Visit } from '@fundus/contract/lti/lti';
import { useQuery } from '@tanstack/react-query';
import { Hourglass, MousePointerClick } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { rememberVisit } from '../../api/visit-token.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { useT } from '../../i18n/translate.ts';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { PickPage } from './PickPage.tsx';
import { reportHeight } from './report-height.ts';
import { VisitMedium } from './VisitMedium.tsx';
import { VisitedList } from './VisitedList.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import './lti.css';

const VisitedTask = loadLater(async () => (await import('./VisitedTask.tsx')).VisitedTask);

/** Returns the code in the URL fragment and removes it from the URL. */
function consumeCode(): string {
  const code = /^#c=([\w-]+)$/.exec(location.hash)?.[1] ?? '';
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

/** Shows the content that a user opens from a learning platform (docs/behaviour/lti.md#the-visit). */
export function Screen() {
  const [visit, setVisit] = useState<Visit | 'ended' | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const code = consumeCode();
    if (!code) return setVisit('ended');
    call(ltiVisit.begin, { body: { code } }).then(
      ({ token, visit: fresh }) => {
        rememberVisit(token);
        setVisit(fresh);
      },
      () => setVisit('ended'),
    );
  }, []);
  useEffect(reportHeight, []);
  if (visit === null) return <Waiting />;
  if (visit === 'ended') return <Ended />;
  if (visit.pick) return <PickPage visit={visit} many={visit.pick.many} onEnded={() => setVisit('ended')} onVisit={setVisit} />;
  if (visit.target?.kind === 'list') return <LinkedList />;
  if (visit.target?.kind === 'task') return <VisitedTask visit={visit} id={visit.target.id} onVisit={setVisit} />;
  if (visit.target) {
    const { id, start, end } = visit.target;
    return (
      <Page>
        <VisitMedium identifier={id} part={{ start_s: start, end_s: end }} school={visit.school} />
      </Page>
    );
  }
  return <NothingLinked teaches={visit.teaches} />;
}

const Page = ({ children }: { children: ReactNode }) => <div className="wrap lti-page">{children}</div>;

const Waiting = () => (
  <Page>
    <ShowDelayed>
      <Bar width="100%" height="18rem" />
    </ShowDelayed>
  </Page>
);

function Ended() {
  const { t } = useT();
  return (
    <Page>
      <EmptyState icon={<Hourglass />} title={t('lti.visit.ended.title')} heading={(words) => <PageHeading title={words} />}>
        <p>{t('lti.visit.ended.hint')}</p>
      </EmptyState>
    </Page>
  );
}

function NothingLinked({ teaches }: { teaches: boolean }) {
  const { t } = useT();
  return (
    <Page>
      <EmptyState icon={<MousePointerClick />} title={t('lti.visit.nothing.title')} heading={(words) => <PageHeading title={words} />}>
        <p>{t(teaches ? 'lti.visit.nothing.teacher' : 'lti.visit.nothing.learner')}</p>
      </EmptyState>
    </Page>
  );
}

function LinkedList() {
  const list = useQuery(query(ltiVisit.list));
  if (list.error?.code === 'wrong_credentials') return <Ended />;
  if (list.error) {
    return (
      <Page>
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      </Page>
    );
  }
  return list.data ? <VisitedList list={list.data} /> : <Waiting />;
}
