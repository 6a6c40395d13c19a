import { assignments } from '@fundus/contract/assignments/assignments';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { AssignmentRow } from './AssignmentRow.tsx';
import './assignments.css';

/** Shows a learner's open assignments of a class, next due first. Renders nothing if there are none. */
export function OpenAssignments({ cls }: { cls: string }) {
  const { t } = useT();
  const list = useQuery({ ...query(assignments.list, { params: { id: cls }, query: { archived: 'false' } }), staleTime: 5_000 });
  const open = (list.data?.items ?? []).filter(({ state, own }) => state === 'active' && own?.state !== 'completed');
  if (open.length === 0) return null;
  return (
    <section className="assignments-due" aria-labelledby="assignments-due">
      <h2 id="assignments-due">{t('assignment.part.open')}</h2>
      <ul className="lines">
        {open.map((line) => (
          <AssignmentRow key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}
