import type { Assignment } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import type { Class } from '@fundus/contract/classes/classes';
import { useQuery } from '@tanstack/react-query';
import { BellRing, EllipsisVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx';
import { PageHeading } from '../../page/PageHeading.tsx';
import type { Go } from '../../page/screen.ts';
import { assignmentHref, resultsHref } from '../assignment-href.ts';
import { readAssignment, RESULT_READS, errorText } from '../assignment-reads.ts';
import { ClassProgress } from '../AssignmentRow.tsx';
import { isOver, formatDue } from '../format-due.ts';
import { useRemind } from '../use-remind.ts';
import { DoubtNote } from './LearnerResults.tsx';
import { rowsOf, summarizeRows } from './matrix-order.ts';
import { ResultsWaiting } from './ResultsWaiting.tsx';
import { StepMatrix } from './StepMatrix.tsx';
import { StepResults } from './StepResults.tsx';
import '../../lists/line.css';
import '../../lists/row-state.css';
import './results.css';

type Props = {
  cls: Class;
  id: string;
  /** Id of the step to show alone, or `null` for the whole assignment. */ stepId: string | null;
  go: Go;
};

/** Shows the results of an assignment as a matrix of learners and steps, or the results of a single step. */
export function AssignmentResults({ cls, id, stepId, go }: Props) {
  const { t, locale } = useT();
  const one = useQuery(readAssignment(id));
  const read = useQuery({ ...query(assignmentResults.ofAssignment, { params: { id } }), staleTime: 0 });
  const [forgetting, setForgetting] = useState(false);
  const remind = useRemind({ id });
  if (!one.data || !read.data)
    return <ResultsWaiting cls={cls} error={one.error ?? read.error} onRetry={() => void Promise.all([one.refetch(), read.refetch()])} />;
  const { title, contents, state, due_at } = one.data;
  const { steps, work } = read.data;
  const step = contents.find((each) => each.id === stepId);
  const ofStep = steps.find(({ step_id }) => step_id === step?.id);
  if (step && ofStep)
    return (
      <StepResults
        key={step.id}
        cls={cls}
        one={one.data}
        step={step}
        sums={ofStep}
        work={work.filter((each) => each.step_id === step.id)}
      />
    );
  const now = new Date();
  // Computed from the results, which are refetched while learners work.
  const sums = summarizeRows(contents, rowsOf(contents, work));
  return (
    <>
      <header className="assignment-results-head">
        <div>
          <PageHeading title={`${title} · ${t('class.tab.results')}`}>{title}</PageHeading>
          <p className="line-facts">
            <span className={`row-state row-state-${state}`}>{t(`assignment.state.${state}`)}</span>
            <span>
              {due_at === null
                ? t('assignment.due.none')
                : t(isOver(due_at, now) ? 'assignment.due.was' : 'assignment.due', { date: formatDue(t, locale, due_at, now) })}
            </span>
            <Link href={assignmentHref(cls.id, id)}>{t('assignment.toAssignment')}</Link>
          </p>
        </div>
        {cls.state === 'active' && (
          <div className="assignment-results-does">
            {state === 'active' && (
              <Button variant="line" icon={<BellRing />} disabled={remind.busy} onClick={() => remind.send()}>
                {t('assignment.remind.all')}
              </Button>
            )}
            <Menu
              label={t('assignment.menu', { title })}
              trigger={<EllipsisVertical />}
              sections={[{ items: [{ label: t('assignment.forget'), icon: <Trash2 />, onSelect: () => setForgetting(true) }] }]}
            />
          </div>
        )}
      </header>
      <ClassProgress sums={sums} to={resultsHref(cls.id, { assignment: id, step: sums.help_step })} />
      <StepMatrix cls={cls} one={one.data} steps={steps} work={work} />
      <DoubtNote work={work} />
      {forgetting && <ForgetDialog one={one.data} onClose={() => setForgetting(false)} onDone={() => go(resultsHref(cls.id))} />}
    </>
  );
}

function ForgetDialog({ one, onClose, onDone }: { one: Assignment; onClose: () => void; onDone: () => void }) {
  const { t } = useT();
  const forget = useCall(assignmentResults.forget, RESULT_READS);
  const send = () =>
    forget.mutate(
      { params: { id: one.id } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('assignment.forgotten', { title: one.title }), type: 'success' });
          onClose();
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('assignment.forget.title', { title: one.title })}
      action={t('assignment.forget')}
      disabled={forget.isPending}
      onClose={onClose}
      onAction={send}
    >
      {forget.error && <FormProblem>{errorText(t, forget.error)}</FormProblem>}
      <p>{t('assignment.forget.text')}</p>
    </ConfirmDialog>
  );
}
