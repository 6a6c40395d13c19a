import { helpFirst, type Assignment, type Step } from '@fundus/contract/assignments/assignments';
import { assignmentResults, type WorkOf } from '@fundus/contract/assignments/results';
import type { Class } from '@fundus/contract/classes/classes';
import type { Reply } from '@fundus/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { BellRing, ChevronDown, ChevronUp, EllipsisVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { AskDialog } from '../../forms/AskDialog.tsx';
import { PageHeading } from '../../page/PageHeading.tsx';
import type { Go } from '../../page/screen.ts';
import { assignmentHref, resultsHref } from '../assignment-href.ts';
import { readAssignment, RESULT_READS, wordsOf } from '../assignment-reads.ts';
import { Sums } from '../AssignmentRow.tsx';
import { HeatMap, Scores } from './HeatMap.tsx';
import { DoubtNote } from './LearnerResults.tsx';
import { ResultsWaiting } from './ResultsWaiting.tsx';
import { sayCompletion } from '../say-completion.ts';
import { useRemind } from '../use-remind.ts';
import { WorkRow } from './WorkRow.tsx';
import '../../lists/line.css';
import './results.css';

type Of = Reply<typeof assignmentResults.ofAssignment>;

/** Shows the results of one assignment, step by step: progress, difficulties and answers. */
export function AssignmentResults({ cls, id, go }: { cls: Class; id: string; go: Go }) {
  const { t } = useT();
  const one = useQuery(readAssignment(id));
  const read = useQuery({ ...query(assignmentResults.ofAssignment, { params: { id } }), staleTime: 0 });
  const [forgetting, setForgetting] = useState(false);
  const remind = useRemind({ id });
  if (!one.data || !read.data)
    return <ResultsWaiting cls={cls} error={one.error ?? read.error} onRetry={() => void Promise.all([one.refetch(), read.refetch()])} />;
  const { title, contents } = one.data;
  const { steps, work } = read.data;
  return (
    <>
      <header className="assignment-results-head">
        <div>
          <PageHeading title={`${title} · ${t('class.tab.results')}`}>{title}</PageHeading>
          <p className="line-facts">
            <Link href={assignmentHref(cls.id, id)}>{t('assignment.toAssignment')}</Link>
          </p>
        </div>
        {cls.state === 'active' && (
          <Menu
            label={t('assignment.menu', { title })}
            trigger={<EllipsisVertical />}
            sections={[
              {
                items: [
                  ...(one.data.state === 'active'
                    ? [{ label: t('assignment.remind.all'), icon: <BellRing />, onSelect: () => remind.send() }]
                    : []),
                  { label: t('assignment.forget'), icon: <Trash2 />, onSelect: () => setForgetting(true) },
                ],
              },
            ]}
          />
        )}
      </header>
      {contents.map((step, i) => (
        <StepResults
          key={step.id}
          cls={cls}
          one={one.data}
          step={step}
          place={i + 1}
          sums={steps.find(({ step_id }) => step_id === step.id)}
          work={work.filter(({ step_id }) => step_id === step.id)}
        />
      ))}
      <DoubtNote work={work} />
      {forgetting && <ForgetDialog one={one.data} onClose={() => setForgetting(false)} onDone={() => go(resultsHref(cls.id))} />}
    </>
  );
}

type StepProps = { cls: Class; one: Assignment; step: Step; place: number; sums: Of['steps'][number] | undefined; work: readonly WorkOf[] };

function StepResults({ cls, one, step, place, sums, work }: StepProps) {
  const { t } = useT();
  const [all, setAll] = useState(false);
  if (!sums) return null;
  const { completed, started, not_started: none, needs_help, scores, heat } = sums;
  const whole: [number, number] = [step.start_s ?? 0, step.end_s ?? step.item?.duration ?? 0];
  const rows = helpFirst(work);
  // Rows with something to read or to do are shown first.
  const worth = rows.filter((row) => row.needs_help || row.answer || row.comment || row.doubt);
  const shown = all || worth.length === 0 ? rows : worth;
  return (
    <section className="results-part" aria-labelledby={`results-${step.id}`}>
      <h2 id={`results-${step.id}`}>
        <span className="quiet num">{place}.</span> {step.title}
      </h2>
      <p className="quiet small">{sayCompletion(t, step.completion, { viewer: step.item?.viewer, pass: step.pass_percent })}</p>
      <Sums sums={{ learners: completed + started + none, completed, started: completed + started, needs_help }} />
      {(scores || heat) && (
        <div className="results-figures">
          {scores && scores.some((count) => count > 0) && <Scores scores={scores} />}
          {heat && <HeatMap heat={heat} whole={whole} />}
        </div>
      )}
      <ul className="lines">
        {shown.map((row) => (
          <WorkRow
            key={row.member_id}
            assignmentId={one.id}
            work={row}
            name={row.name}
            to={resultsHref(cls.id, { learner: row.member_id })}
            about={step.title}
            closed={cls.state !== 'active'}
          />
        ))}
      </ul>
      {worth.length > 0 && worth.length < rows.length && (
        <Button flush icon={all ? <ChevronUp /> : <ChevronDown />} aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'assignment.results.less' : 'assignment.results.more', { count: rows.length - worth.length })}
        </Button>
      )}
    </section>
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
    <AskDialog
      title={t('assignment.forget.title', { title: one.title })}
      action={t('assignment.forget')}
      disabled={forget.isPending}
      onClose={onClose}
      onAction={send}
    >
      {forget.error && <FormProblem>{wordsOf(t, forget.error)}</FormProblem>}
      <p>{t('assignment.forget.text')}</p>
    </AskDialog>
  );
}
