import { sortByNeedForHelp, type Assignment, type Step } from '@fundus/contract/assignments/assignments';
import type { WorkOf } from '@fundus/contract/assignments/results';
import type { Class } from '@fundus/contract/classes/classes';
import { ArrowLeft, ArrowRight, ChevronDown, ChevronUp, Grid3x3 } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../page/PageHeading.tsx';
import { resultsHref } from '../assignment-href.ts';
import { ClassProgress } from '../AssignmentRow.tsx';
import { describeCompletion } from '../describe-completion.ts';
import { HeatMap, Scores } from './HeatMap.tsx';
import { DoubtNote } from './LearnerResults.tsx';
import type { StepTotals } from './matrix-order.ts';
import { WorkRow } from './WorkRow.tsx';
import '../../lists/line.css';
import '../assignments.css';
import './results.css';

type Props = { cls: Class; one: Assignment; step: Step; sums: StepTotals; work: readonly WorkOf[] };

/** Shows the results of one step: progress, scores, watched parts and answers. Learners who need help come first. */
export function StepResults({ cls, one, step, sums, work }: Props) {
  const { t } = useT();
  const [all, setAll] = useState(false);
  const { completed, started, not_started: none, needs_help, scores, heat } = sums;
  const place = one.contents.indexOf(step);
  const whole: [number, number] = [step.start_s ?? 0, step.end_s ?? step.item?.duration ?? 0];
  const rows = sortByNeedForHelp(work);
  // Initially only rows that need the teacher's attention are shown, unless there are none.
  const worth = rows.filter((row) => row.needs_help || row.answer || row.comment || row.doubt);
  const shown = all || worth.length === 0 ? rows : worth;
  const stepAt = (at: number) => one.contents[at] && resultsHref(cls.id, { assignment: one.id, step: one.contents[at].id });
  const [before, after] = [stepAt(place - 1), stepAt(place + 1)];
  return (
    <>
      <header>
        <PageHeading title={`${step.title} · ${one.title}`} subject={step.id}>
          <span className="quiet num">{place + 1}.</span> {step.title}
        </PageHeading>
        <p className="line-facts">
          <span>{one.title}</span>
          <span>{describeCompletion(t, step.completion, { viewer: step.item?.viewer, pass: step.pass_percent })}</span>
        </p>
      </header>
      <nav className="results-steps" aria-label={t('assignment.section.steps')}>
        <ButtonLink variant="line" icon={<Grid3x3 />} href={resultsHref(cls.id, { assignment: one.id })}>
          {t('assignment.results.allSteps')}
        </ButtonLink>
        {before && (
          <ButtonLink icon={<ArrowLeft />} href={before} aria-label={t('assignment.results.before')}>
            <span className="only-wide">{t('assignment.results.before')}</span>
          </ButtonLink>
        )}
        {after && (
          <ButtonLink icon={<ArrowRight />} href={after} aria-label={t('assignment.results.after')}>
            <span className="only-wide">{t('assignment.results.after')}</span>
          </ButtonLink>
        )}
      </nav>
      {step.task && <p className="assignment-words">{step.task}</p>}
      <ClassProgress sums={{ learners: completed + started + none, completed, started: completed + started, needs_help }} />
      {(scores || heat) && (
        <div className="results-figures">
          {scores && scores.some((count) => count > 0) && <Scores scores={scores} />}
          {heat && <HeatMap heat={heat} whole={whole} />}
        </div>
      )}
      <section className="results-part" aria-labelledby="results-learners">
        <h2 id="results-learners">{t('class.tab.learners')}</h2>
        <ul className="lines">
          {shown.map((row) => (
            <WorkRow
              key={row.member_id}
              assignmentId={one.id}
              work={row}
              name={row.name}
              to={resultsHref(cls.id, { learner: row.member_id, step: step.id })}
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
      <DoubtNote work={work} />
    </>
  );
}
