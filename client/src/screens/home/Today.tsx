import type { AssignmentLine } from '@fundus/contract/assignments/assignments';
import type { ReactNode } from 'react';
import { TodoList, type Todo, type TodoGroup } from '../../components/page/TodoList.tsx';
import { useT } from '../../i18n/translate.ts';
import { DueLines } from './DueRows.tsx';
import { PlannedLine } from './ListRows.tsx';
import { LoanLines } from './LoanLines.tsx';
import { Row } from './Row.tsx';
import type { PlannedList } from './use-lists.ts';
import type { DueLoan } from './use-loans.tsx';
import './home-screen.css';
import './today.css';

type Props = {
  todo: readonly Todo[];
  due: readonly AssignmentLine[];
  planned: readonly PlannedList[];
  loans: readonly DueLoan[];
  /** Today's date in ISO format. */
  day: string;
};

/** Shows what is due today: lessons, assignments, loans, requests of other users, and upkeep. Empty groups are omitted. */
export function Today({ todo, due, planned, loans, day }: Props) {
  const { t } = useT();
  if (todo.length + due.length + planned.length + loans.length === 0) return null;
  const of = (group: TodoGroup) => todo.filter((one) => one.group === group);
  const desks = of('lending');
  return (
    <Row id="today" title={t('home.today')}>
      <div className="today">
        {planned.length > 0 && (
          <Group name="lessons">
            <ul className="lines home-lines">
              {planned.map((one) => (
                <PlannedLine key={one.line.id} {...one} day={day} />
              ))}
            </ul>
          </Group>
        )}
        {due.length > 0 && (
          <Group name="assignments">
            <DueLines lines={due} />
          </Group>
        )}
        {desks.length + loans.length > 0 && (
          <Group name="lending">
            {desks.length > 0 && <TodoList items={desks} />}
            {loans.length > 0 && <LoanLines loans={loans} />}
          </Group>
        )}
        {(['requests', 'upkeep'] as const).map(
          (name) =>
            of(name).length > 0 && (
              <Group key={name} name={name}>
                <TodoList items={of(name)} />
              </Group>
            ),
        )}
      </div>
    </Row>
  );
}

function Group({ name, children }: { name: 'lessons' | 'assignments' | TodoGroup; children: ReactNode }) {
  const { t } = useT();
  return (
    <section aria-labelledby={`h-today-${name}`}>
      <h3 id={`h-today-${name}`}>{t(`home.today.${name}`)}</h3>
      {children}
    </section>
  );
}
