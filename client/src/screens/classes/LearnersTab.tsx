import type { Class } from '@fundus/contract/classes';
import { classMembers } from '@fundus/contract/class-members';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failed } from '../../components/Failed.tsx';
import { ClassInvitations } from '../../components/invitations/ClassInvitations.tsx';
import { Pager } from '../../components/Pager.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { Applications } from './Applications.tsx';
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
  const adds = cls.can.members && !cls.external;
  return (
    <>
      {cls.can.members && <Applications cls={cls} />}
      <Learners cls={cls} view={view} show={show} onAdd={adds ? () => setAdding('student') : null} />
      {cls.can.codes && <CodesPart class={cls} />}
      {adds && <ClassInvitations classId={cls.id} className={cls.name} />}
      <section className="class-part" aria-labelledby="class-teachers">
        <div className="class-part-head">
          <h2 id="class-teachers">{t('class.teachers')}</h2>
          {cls.can.edit && !cls.external && (
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
  const [typed, setTyped] = useState(view.q);
  const settled = useDebounced(typed, 250);
  const find = useRef(show);
  useEffect(() => {
    find.current = show;
  });
  useEffect(() => {
    if (settled !== view.q) find.current({ q: settled });
    // The address follows the field, not the other way round.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
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
        <FindField wide label={t('class.learners.find')} value={typed} maxLength={100} onType={setTyped} />
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
