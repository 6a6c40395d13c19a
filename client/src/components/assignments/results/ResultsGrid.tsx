import type { assignmentResults, Cell } from '@fundus/contract/assignments/results';
import type { Reply } from '@fundus/contract/endpoint';
import { Circle, CircleCheck, CircleDot, Hand } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { resultsHref } from '../assignment-href.ts';
import './results.css';

export type Grid = Reply<typeof assignmentResults.grid>;

/** Shows the state of each learner in each assignment as icon and text, without ranking the learners. */
export function ResultsGrid({ classId, grid: { assignments, learners } }: { classId: string; grid: Grid }) {
  const { t } = useT();
  const cells = learners.map((learner) => ({ learner, own: new Map(learner.cells.map((cell) => [cell.assignment_id, cell])) }));
  return (
    // Scrolls horizontally, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="results-scroll" role="region" tabIndex={0} aria-label={t('assignment.results.all')}>
      <table className="results-grid">
        <thead>
          <tr>
            <th scope="col">{t('class.tab.learners')}</th>
            {assignments.map(({ id, title }) => {
              const own = cells.flatMap(({ own: cellsOf }) => cellsOf.get(id) ?? []);
              const done = own.filter(({ state }) => state === 'completed').length;
              return (
                <th key={id} scope="col">
                  <Link href={resultsHref(classId, { assignment: id })}>{title}</Link>
                  <span className="results-done">{t('assignment.sums', { completed: done, count: own.length })}</span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {cells.map(({ learner: { member_id, name, active_now: now }, own }) => (
            <tr key={member_id}>
              <th scope="row">
                <Link href={resultsHref(classId, { learner: member_id })}>{name}</Link>
                {now && <span className="results-now">{t('assignment.results.now')}</span>}
              </th>
              {assignments.map(({ id }) => (
                <GridCell key={id} cell={own.get(id)} to={(step) => resultsHref(classId, { learner: member_id, step })} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows one cell of the table. `to` returns the address of a step in which the learner needs help. */
function GridCell({ cell, to }: { cell: Cell | undefined; to: (step: string) => string }) {
  const { t } = useT();
  if (!cell)
    return (
      <td className="results-cell" data-state="none">
        {t('assignment.cell.none')}
      </td>
    );
  const { state, completed, steps, late, needs_help: help, help_step: where, doubt } = cell;
  const Sign = help ? Hand : { not_started: Circle, started: CircleDot, completed: CircleCheck }[state];
  const marks = [late && t('assignment.late'), doubt && t('assignment.doubt')].filter(Boolean);
  return (
    <td className="results-cell" data-state={help ? 'help' : state}>
      <span>
        <Sign className="i-16" aria-hidden="true" />
        {where ? <Link href={to(where)}>{t('assignment.needsHelp')}</Link> : t(`assignment.cell.${state}`)}
        {state === 'started' && steps > 1 && (
          <span className="quiet small">
            {completed}/{steps}
          </span>
        )}
      </span>
      {marks.length > 0 && <span className="results-marks">{marks.join(', ')}</span>}
    </td>
  );
}
