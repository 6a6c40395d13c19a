import type { AssignmentLine } from '@fundus/contract/assignments/assignments';
import { useT } from '../../i18n/translate.ts';
import { AssignmentRow } from './AssignmentRow.tsx';
import { partOf } from './assignment-part.ts';
import './assignments.css';

/** Shows a learner's open assignments of a class, next due first. Renders nothing if there are none. */
export function OpenAssignments({ lines }: { lines: readonly AssignmentLine[] }) {
  const { t } = useT();
  const open = lines.filter((line) => partOf(line) === 'open');
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
