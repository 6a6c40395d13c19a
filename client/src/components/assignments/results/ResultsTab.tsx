import { ExportMenu } from '../../lists/ExportMenu.tsx';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { classes, type Class } from '@fundus/contract/classes/classes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight, ChartNoAxesColumn, Hand, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { address } from '../../../api/call.ts';
import { query, useCall } from '../../../api/query.ts';
import { formatDateUnbroken } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { EmptyState } from '../../page/EmptyState.tsx';
import { Failed } from '../../page/Failed.tsx';
import type { Go } from '../../page/screen.ts';
import { newAssignmentHref, resultsHref } from '../assignment-href.ts';
import { ResultsGrid, type Grid } from './ResultsGrid.tsx';
import { useResultsLive } from './use-results-live.ts';
import '../../../ui/button.css';
import '../assignments.css';
import './results.css';

type Props = { cls: Class; group: string | null; go: Go };

/** Shows the results of a class: first the learners who need help, then all learners and assignments. */
export function ResultsTab({ cls, group, go }: Props) {
  const { t, locale } = useT();
  const known = cls.groups.some(({ id }) => id === group) ? group : null;
  const read = useQuery({
    ...query(assignmentResults.grid, { params: { id: cls.id }, query: { ...(known && { group: known }) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  useResultsLive(cls.id);
  useSeen(cls.id, read.dataUpdatedAt);
  if (!read.data)
    return read.error ? (
      <Failed error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <ShowDelayed>
        <Bar width="100%" height="18rem" />
      </ShowDelayed>
    );
  const grid = read.data;
  if (grid.assignments.length === 0)
    return (
      <EmptyState icon={<ChartNoAxesColumn />} title={t('assignment.results.none')}>
        <p>{t('assignment.results.none.hint')}</p>
        {cls.can.share && (
          <ButtonLink variant="line" icon={<Plus />} href={newAssignmentHref(cls.id)}>
            {t('assignment.new')}
          </ButtonLink>
        )}
      </EmptyState>
    );
  return (
    <section className="results-tab" aria-label={t('class.tab.results')}>
      <LearnersNeedingHelp classId={cls.id} grid={grid} />
      <h2>{t('assignment.results.all')}</h2>
      <div className="results-bar">
        {cls.groups.length > 0 && (
          <Select
            label={t('assignment.results.group')}
            value={known ?? ''}
            options={[{ value: '', label: t('assignment.to.class') }, ...cls.groups.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(next) => go(resultsHref(cls.id, { group: next }), { replace: true })}
          />
        )}
        <ExportMenu hrefOf={(asked) => address(assignmentResults.exportGrid, { params: { id: cls.id }, query: asked })} />
      </div>
      {grid.learners.length === 0 ? <p className="quiet">{t('class.learners.none')}</p> : <ResultsGrid classId={cls.id} grid={grid} />}
      <p className="small-print">{t('assignment.results.kept', { date: formatDateUnbroken(grid.kept_until, 'long', locale) })}</p>
    </section>
  );
}

/** Shows the learners who need help, with their assignments. */
function LearnersNeedingHelp({ classId, grid }: { classId: string; grid: Grid }) {
  const { t } = useT();
  const titles = new Map(grid.assignments.map(({ id, title }) => [id, title]));
  const those = grid.learners.filter((learner) => learner.needs_help);
  if (those.length === 0) return null;
  return (
    <section className="results-first" aria-labelledby="results-first">
      <h2 id="results-first">{t('assignment.results.first')}</h2>
      <ul>
        {those.map(({ member_id, name, cells }) => (
          <li key={member_id}>
            <strong>{name}</strong>
            <span className="assignment-help">
              <Hand className="i-16" aria-hidden="true" /> {t('assignment.needsHelp')}
            </span>
            <span className="results-first-what">
              {cells
                .filter((cell) => cell.needs_help)
                .map((cell) => titles.get(cell.assignment_id))
                .join(', ')}
            </span>
            <Link
              href={resultsHref(classId, { learner: member_id, step: cells.find((cell) => cell.needs_help)?.help_step ?? null })}
              aria-label={t('assignment.results.look.at', { name })}
            >
              {t('assignment.results.look')} <ArrowRight className="i-16" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Marks results as seen while they are visible, including later updates. */
function useSeen(classId: string, updatedAt: number): void {
  const { mutate } = useCall(assignmentResults.seen, { refreshes: [classes.list] });
  useEffect(() => {
    if (updatedAt > 0 && document.visibilityState === 'visible') mutate({ params: { id: classId } });
  }, [classId, mutate, updatedAt]);
}
