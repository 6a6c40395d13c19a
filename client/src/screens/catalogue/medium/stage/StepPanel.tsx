import { ArrowRight, ListChecks } from 'lucide-react';
import { useEffect } from 'react';
import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import { assignmentHref } from '../../../../components/assignments/assignment-href.ts';
import { nextStep, stepTargetHref } from '../../../../components/assignments/next-step.ts';
import { StepWork } from '../../../../components/assignments/StepWork.tsx';
import type { Playback } from '../../../../player/playback/playback.ts';
import { useT } from '../../../../i18n/translate.ts';
import { ButtonLink } from '../../../../ui/Button.tsx';
import type { StepReports } from '../../../../player/viewers/viewer-props.ts';
import { useStepReports } from '../../../../player/viewers/reports/use-step-reports.ts';
import './step-panel.css';

type Props = {
  one: Assignment;
  step: Step;
  /** Text with the position among the steps. */
  title: string;
  playback: Playback;
  timed: boolean;
  shown: boolean;
  /** Receives the functions that report results of the medium, or `null`. */
  take: (reports: StepReports | null) => void;
};

/** Shows progress, answer and next step of an assignment below the medium. */
export function StepPanel({ one, step, title, playback, timed, shown, take }: Props) {
  const { t } = useT();
  const work = step.work;
  const active = work !== null && one.can.work && step.open;
  const reports = useStepReports({ assignmentId: one.id, step, active, playback, timed, shown });
  useEffect(() => {
    take(reports);
    return () => take(null);
  }, [take, reports]);
  if (!work) return null;
  const done = work.state === 'completed';
  const next = nextStep(one, step.id);
  return (
    <section className="step-panel" aria-labelledby="step-panel">
      <h2 id="step-panel">{t('assignment.own.panel', { step: title })}</h2>
      <div role="status">
        {!done && timed && step.completion === 'viewed' && (
          <progress max={100} value={work.watched} aria-label={t('assignment.own.watched', { percent: work.watched })} />
        )}
      </div>
      <StepWork one={one} step={step} work={work} />
      <div className="step-panel-next">
        {next && (
          <ButtonLink variant={done ? 'primary' : 'line'} icon={<ArrowRight />} href={stepTargetHref(one, next)}>
            {t('assignment.own.nextStep')}
          </ButtonLink>
        )}
        <ButtonLink
          flush={!next}
          variant={done && !next ? 'primary' : 'quiet'}
          icon={<ListChecks />}
          href={assignmentHref(one.class.id, one.id)}
        >
          {t('assignment.own.toAll')}
        </ButtonLink>
      </div>
    </section>
  );
}
