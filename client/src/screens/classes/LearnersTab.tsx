import type { Class } from '@fundus/contract/classes';
import { classMembers } from '@fundus/contract/class-members';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failed } from '../../components/Failed.tsx';
import { FindInAddress } from '../../components/FindInAddress.tsx';
import { Pager } from '../../components/Pager.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { Applications } from './Applications.tsx';
import { ClassInvitations } from './ClassInvitations.tsx';
import { MEMBERS_PAGE, type ClassView } from './class-view.ts';
import { CodesPart } from './CodesPart.tsx';
import { MemberRow } from './MemberRow.tsx';

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
      {cls.can.codes && <CodesPart class={cls} />}
      {cls.can.members && <ClassInvitations classId={cls.id} className={cls.name} />}
      <section className="class-part" aria-labelledby="class-teachers">
        <div className="class-part-head">
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
  const list = useQuery({
    ...query(classMembers.members, {
      params: { id: cls.id },
      query: { show: 'learners', q: view.q, offset: (view.page - 1) * MEMBERS_PAGE, limit: MEMBERS_PAGE },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const reply = list.data;
  return (
    <section className="class-part" aria-labelledby="class-learners">
      <div className="class-part-head">
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
      {list.error && !reply && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {!list.error && !reply && (
        <Late>
          <Bar width="100%" height="12rem" />
        </Late>
      )}
      {reply && reply.items.length === 0 && (
        <EmptyState
          icon={<Users />}
          title={t(view.q ? 'class.learners.found.none' : 'class.learners.none')}
          heading={(words) => <h3>{words}</h3>}
        >
          {!view.q && <p>{t('class.learners.none.hint')}</p>}
        </EmptyState>
      )}
      {reply && reply.items.length > 0 && (
        <ul className="lines class-members">
          {reply.items.map((member) => (
            <MemberRow key={member.id} cls={cls} member={member} onlyOwner={false} />
          ))}
        </ul>
      )}
      {reply && <Pager {...reply} label={t('class.learners')} onTurn={(offset) => show({ page: offset / MEMBERS_PAGE + 1 })} />}
    </section>
  );
}
