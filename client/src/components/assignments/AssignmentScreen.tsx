import { isUnknown } from '../../api/is-unknown.ts';
import { isStudent } from '@fundus/contract/access';
import type { Class } from '@fundus/contract/classes/classes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { Crumb } from '../page/Crumb.tsx';
import { Failed } from '../page/Failed.tsx';
import { PageHeading } from '../page/PageHeading.tsx';
import type { Go } from '../page/screen.ts';
import { assignmentsHref, type AssignmentView } from './assignment-href.ts';
import { readAssignment } from './assignment-reads.ts';
import { AssignmentPage } from './AssignmentPage.tsx';
import { EditAssignment } from './form/EditAssignment.tsx';
import { NewAssignment } from './form/NewAssignment.tsx';
import { OwnAssignment } from './OwnAssignment.tsx';
import './assignments.css';

type Props = { cls: Class; view: AssignmentView; go: Go };

/** Shows an assignment of a class: the form for a new or changed one, the teacher's view, or the learner's view. */
export function AssignmentScreen({ cls, view, go }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const pupil = Boolean(user && isStudent(user));
  const crumb = <Crumb label={t('assignment.crumb')} to={assignmentsHref(cls.id)} name={cls.name} part={t('class.tab.assignments')} />;
  if (view.assignment !== 'new')
    return <AssignmentDetail key={view.assignment} id={view.assignment!} {...{ cls, view, go, crumb, pupil }} />;
  return (
    <div className="wrap assignment-page">
      {crumb}
      <PageHeading title={t('assignment.new')} />
      <NewAssignment key={JSON.stringify(view.begin)} cls={cls} begin={view.begin} go={go} />
    </div>
  );
}

function AssignmentDetail({ id, cls, view, go, crumb, pupil }: Props & { id: string; crumb: ReactNode; pupil: boolean }) {
  const { t } = useT();
  const one = useQuery(readAssignment(id));
  const gone = isUnknown(one.error);
  if (one.data && !gone) {
    if (one.data.own) return <OwnAssignment one={one.data} crumb={crumb} />;
    if (!view.edit || !one.data.can.edit) return <AssignmentPage one={one.data} crumb={crumb} go={go} />;
    return (
      <div className="wrap assignment-page">
        {crumb}
        <PageHeading title={t('assignment.edit.title', { title: one.data.title })} />
        <EditAssignment cls={cls} one={one.data} go={go} />
      </div>
    );
  }
  return (
    <div className="wrap assignment-page">
      {crumb}
      {gone ? (
        <>
          <PageHeading title={t('assignment.unknown')} />
          <p>
            {t(pupil ? 'assignment.unknown.pupil' : 'assignment.unknown.hint')}{' '}
            <Link href={assignmentsHref(cls.id)}>{t('assignment.toList')}</Link>
          </p>
        </>
      ) : one.error ? (
        <>
          <PageHeading title={t('class.tab.assignments')} />
          <Failed error={one.error} onRetry={() => void one.refetch()} />
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
