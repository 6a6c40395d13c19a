import type { Class } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { queryAll } from '../../../api/read-all.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Applications } from './Applications.tsx';
import { ClassInvitations } from './ClassInvitations.tsx';
import type { ClassView } from '../class-view.ts';
import { Learners } from './Learners.tsx';
import { MemberRow } from './MemberRow.tsx';
import '../classes.css';
import { loadLater } from '../../../ui/load-later.tsx';

const AddMembers = loadLater(async () => (await import('./AddMembers.tsx')).AddMembers);

type Props = { cls: Class; view: ClassView; show: (about: Partial<ClassView>) => void };

/** Shows the learners, teachers and join requests of a class, and the learner codes. */
export function LearnersTab({ cls, view, show }: Props) {
  const { t } = useT();
  const [adding, setAdding] = useState(false);
  const teachers = useQuery({
    ...queryAll(classMembers.members, { params: { id: cls.id }, query: { show: 'teachers' } }),
    staleTime: 0,
  });
  const owners = (teachers.data?.items ?? []).filter(({ role }) => role === 'owner').length;
  return (
    <>
      {cls.can.members && <Applications cls={cls} />}
      <Learners cls={cls} view={view} show={show} />
      <section className="class-section" aria-labelledby="class-teachers">
        <div className="class-section-head">
          <h2 id="class-teachers">{t('class.teachers')}</h2>
          {cls.can.edit && cls.can.members && (
            <Button variant="line" icon={<UserPlus />} onClick={() => setAdding(true)}>
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
      {/* Shown last to avoid layout shifts, because the height is unknown until it is loaded. */}
      {cls.can.members && <ClassInvitations classId={cls.id} className={cls.name} />}
      {adding && <AddMembers cls={cls} as="teacher" onClose={() => setAdding(false)} />}
    </>
  );
}
