import { isStudent } from '@fundus/contract/access';
import { assignments } from '@fundus/contract/assignments/assignments';
import type { Class } from '@fundus/contract/classes/classes';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import { query } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { MediaSkeleton } from '../media/MediaSkeleton.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { Failed } from '../page/Failed.tsx';
import type { Go } from '../page/screen.ts';
import { AssignmentMenu } from './AssignmentMenu.tsx';
import { assignmentsHref, newAssignmentHref } from './assignment-href.ts';
import { partOf, type Part } from './assignment-part.ts';
import { AssignmentRow } from './AssignmentRow.tsx';
import '../../ui/button.css';
import './assignments.css';

/** Sections in display order. Within a section, assignments are ordered by due date. */
const PARTS: { teacher: readonly Part[]; learner: readonly Part[] } = {
  teacher: ['running', 'coming', 'closed', 'archived'],
  learner: ['open', 'done', 'closed'],
};

/** Shows the assignments of a class. Teachers see the progress of the class, learners their own. */
export function AssignmentsTab({ cls, archived, go }: { cls: Class; archived: boolean; go: Go }) {
  const { t } = useT();
  const { user } = useSession();
  const learner = Boolean(user && isStudent(user)) && cls.role === 'student';
  const list = useQuery({ ...query(assignments.list, { params: { id: cls.id }, query: { archived: String(archived) } }), staleTime: 0 });
  if (!list.data)
    return list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <MediaSkeleton count={3} view="list" />;
  const { items, can } = list.data;
  const parts = PARTS[learner ? 'learner' : 'teacher']
    .map((part) => ({ part, lines: items.filter((line) => partOf(line) === part) }))
    .filter(({ lines }) => lines.length > 0);
  return (
    <section className="assignments" aria-label={t('class.tab.assignments')}>
      {items.length === 0 && (
        <EmptyState
          icon={<ClipboardList />}
          title={t(archived ? 'assignment.archive.none' : learner ? 'assignment.none.pupil' : 'assignment.none')}
        >
          {!archived && <p>{t(learner ? 'assignment.none.pupil.hint' : can.create ? 'assignment.none.hint' : 'assignment.none.closed')}</p>}
          {can.create && !archived && (
            <ButtonLink variant="line" icon={<Plus />} href={newAssignmentHref(cls.id)}>
              {t('assignment.none.first')}
            </ButtonLink>
          )}
        </EmptyState>
      )}
      {parts.map(({ part, lines }) => (
        <section key={part} aria-labelledby={`assignments-${part}`}>
          <h2 id={`assignments-${part}`}>{t(`assignment.part.${part}`)}</h2>
          <ul className="lines">
            {lines.map((line) => (
              <AssignmentRow
                key={line.id}
                line={line}
                actions={learner ? undefined : <AssignmentMenu line={line} classOpen={can.create} go={go} />}
              />
            ))}
          </ul>
        </section>
      ))}
      {!learner && (
        <p className="assignment-archive small">
          <Link href={assignmentsHref(cls.id, !archived)}>{t(archived ? 'assignment.archive.back' : 'assignment.archive')}</Link>
        </p>
      )}
    </section>
  );
}
