import type { Class } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { FindInAddress } from '../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../components/lists/use-page.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Applications } from './Applications.tsx';
import { ClassInvitations } from './ClassInvitations.tsx';
import { MEMBERS_PAGE, type ClassView } from './class-view.ts';
import { CodesSection } from './CodesSection.tsx';
import { MemberRow } from './MemberRow.tsx';
import './classes.css';

const AddMembers = lazy(async () => ({ default: (await import('./AddMembers.tsx')).AddMembers }));

type Props = { cls: Class; view: ClassView; show: (about: Partial<ClassView>) => void };

/** Who learns and who teaches in a class, who asks to come in, and the codes its learners sign in with. */
export function LearnersTab({ cls, view, show }: Props) {
  const { t } = useT();
  const [adding, setAdding] = useState<'student' | 'teacher' | null>(null);
  const teachers = useQuery({
    ...query(classMembers.members, { params: { id: cls.id }, query: { show: 'teachers', limit: 100 } }),
    staleTime: 0,
  });
  const owners = (teachers.data?.items ?? []).filter(({ role }) => role === 'owner').length;
  return (
    <>
      {cls.can.members && <Applications cls={cls} />}
      <Learners cls={cls} view={view} show={show} onAdd={cls.can.members ? () => setAdding('student') : null} />
      {cls.can.codes && <CodesSection class={cls} />}
      {cls.can.members && <ClassInvitations classId={cls.id} className={cls.name} />}
      <section className="class-section" aria-labelledby="class-teachers">
        <div className="class-section-head">
          <h2 id="class-teachers">{t('class.teachers')}</h2>
          {cls.can.edit && cls.can.members && (
            <Button variant="line" icon={<UserPlus />} onClick={() => setAdding('teacher')}>
              {t('class.add.teacher')}
            </Button>
          )}
        </div>
        {teachers.error && !teachers.data && <Failed error={teachers.error} onRetry={() => void teachers.refetch()} />}
        {teachers.data?.items.length === 0 && <p className="quiet">{t('class.teachers.none')}</p>}
        <ul className="lines">
          {teachers.data?.items.map((member) => (
            <MemberRow key={member.id} cls={cls} member={member} onlyOwner={owners === 1} />
          ))}
        </ul>
      </section>
      <Suspense>{adding && <AddMembers cls={cls} role={adding} onClose={() => setAdding(null)} />}</Suspense>
    </>
  );
}

function Learners({ cls, view, show, onAdd }: Props & { onAdd: (() => void) | null }) {
  const { t } = useT();
  const list = usePage(classMembers.members, {
    params: { id: cls.id },
    query: { show: 'learners', q: view.q, ...rowsOf(view.page, MEMBERS_PAGE) },
  });
  const reply = list.data;
  return (
    <section className="class-section" aria-labelledby="class-learners">
      <div className="class-section-head">
        <h2 id="class-learners">{t('class.learners')}</h2>
        {onAdd && (
          <Button variant="line" icon={<UserPlus />} onClick={onAdd}>
            {t('class.add.student')}
          </Button>
        )}
      </div>
      {(view.q !== '' || (reply && reply.total > 10)) && (
        <FindInAddress wide label={t('class.learners.find')} value={view.q} onFind={(q) => show({ q })} />
      )}
      <PagedList
        list={list}
        label={t('class.learners')}
        onPage={(page) => show({ page })}
        waiting="12rem"
        empty={
          <EmptyState
            icon={<Users />}
            title={t(view.q ? 'class.learners.found.none' : 'class.learners.none')}
            heading={(words) => <h3>{words}</h3>}
          >
            {!view.q && <p>{t('class.learners.none.hint')}</p>}
          </EmptyState>
        }
      >
        {(reply) => (
          <ul className="lines class-members">
            {reply.items.map((member) => (
              <MemberRow key={member.id} cls={cls} member={member} onlyOwner={false} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
