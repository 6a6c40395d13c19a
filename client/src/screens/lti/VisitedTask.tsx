import { ltiVisit, type Visit } from '@fundus/contract/lti/lti';
import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Lock, MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import { isUnknown } from '../../api/is-unknown.ts';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { readAssignment, setWorkCalls } from '../../components/assignments/assignment-reads.ts';
import { StepPicture } from '../../components/assignments/AssignmentPage.tsx';
import { isTimed } from '../../components/assignments/form/form-values.ts';
import { hasPage, nextStep } from '../../components/assignments/next-step.ts';
import { OwnAssignment } from '../../components/assignments/OwnAssignment.tsx';
import { describeCompletion } from '../../components/assignments/describe-completion.ts';
import { StepWork } from '../../components/assignments/StepWork.tsx';
import { useStepReports } from '../../player/viewers/reports/use-step-reports.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { useT } from '../../i18n/translate.ts';
import type { Playback } from '../../player/playback/playback.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { ConnectCourse } from './ConnectCourse.tsx';
import { readVisitMedium, VisitMedium } from './VisitMedium.tsx';
import '../../components/lists/line.css';
import '../../ui/list.css';
import './lti.css';
import '../../components/media/licence-badge.css';

setWorkCalls({
  read: () => query(ltiVisit.task) as never,
  report: (_, stepId, body) => call(ltiVisit.report, { params: { stepId }, body }),
  units: (_, stepId) => call(ltiVisit.units, { params: { stepId } }),
});

type Props = { visit: Visit; id: string; onVisit: (visit: Visit) => void };

/** Shows an assignment that was opened from a learning platform. Learners work on it and teachers view it. */
export function VisitedTask({ visit, id, onVisit }: Props) {
  const { t } = useT();
  /** IDs of the open step and of the step to which the page returns. */
  const [{ openId, at }, setOpen] = useState<{ openId: string | null; at: string | null }>({ openId: null, at: null });
  const setOpenId = (stepId: string | null) => setOpen({ openId: stepId, at: null });
  const read = useQuery({ ...readAssignment(id), enabled: visit.course !== null, retry: false });
  if (visit.course === null) return visit.connects ? <ConnectCourse onVisit={onVisit} /> : <Closed words={t('lti.task.notConnected')} />;
  if (isUnknown(read.error))
    return visit.teaches ? (
      <Closed title={t('lti.task.unknown.title')} words={t('lti.task.unknown.hint')} />
    ) : (
      <Closed title={t('lti.task.notYours.title')} words={t('lti.task.notYours.hint')} />
    );
  if (read.error)
    return (
      <div className="wrap lti-page">
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      </div>
    );
  const one = read.data;
  if (!one)
    return (
      <div className="wrap lti-page">
        <ShowDelayed>
          <Bar width="100%" height="18rem" />
        </ShowDelayed>
      </div>
    );
  const step = one.contents.find((each) => each.id === openId && each.identifier !== null);
  if (step)
    return (
      <OpenStep
        key={step.id}
        one={one}
        step={step}
        onOpen={setOpenId}
        onNext={(next) => setOpen(hasPage(next) ? { openId: next.id, at: null } : { openId: null, at: next.id })}
      />
    );
  return one.own ? <OwnAssignment one={one} crumb={null} onOpen={setOpenId} at={at} /> : <ReadOnlySteps one={one} onOpen={setOpenId} />;
}

function Closed({ title, words }: { title?: string; words: string }) {
  const { t } = useT();
  return (
    <div className="wrap lti-page">
      <EmptyState
        icon={<MousePointerClick />}
        title={title ?? t('lti.visit.nothing.title')}
        heading={(said) => <PageHeading title={said} />}
      >
        <p>{words}</p>
      </EmptyState>
    </div>
  );
}

/** Shows the steps as learners see them, without editing. */
function ReadOnlySteps({ one, onOpen }: { one: Assignment; onOpen: (stepId: string) => void }) {
  const { t } = useT();
  return (
    <div className="wrap lti-page">
      <PageHeading title={one.title} />
      <Note>{t('lti.task.teacher', { class: one.class.name })}</Note>
      {one.instructions && <p className="lti-words">{one.instructions}</p>}
      <ol className="lines">
        {one.contents.map((step) => (
          <li key={step.id} className="cover-row lti-row">
            <StepPicture step={step} />
            <div>
              <h2 className="lti-step">
                {step.identifier !== null && step.open ? (
                  <button type="button" className="lti-open" onClick={() => onOpen(step.id)}>
                    {step.title}
                  </button>
                ) : (
                  step.title
                )}
              </h2>
              <p className="line-facts">
                <span>{describeCompletion(t, step.completion, { viewer: step.item?.viewer, pass: step.pass_percent })}</span>
              </p>
              {step.task && <p>{step.task}</p>}
              {!step.open && (
                <p className="state warn">
                  <Lock className="i-16" /> {t('lti.pick.closed')}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

type OpenProps = { one: Assignment; step: Step; onOpen: (stepId: string | null) => void; onNext: (step: Step) => void };

/** Shows the medium of a step with the learner's work below it. */
function OpenStep({ one, step, onOpen, onNext }: OpenProps) {
  const { t } = useT();
  const [playback, setPlayback] = useState<Playback | null>(null);
  const loaded = useQuery({ ...readVisitMedium(step.identifier!), enabled: step.open }).data !== undefined;
  const timed = isTimed(step.item ?? undefined);
  const active = step.work !== null && one.can.work && step.open;
  const reports = useStepReports({ assignmentId: one.id, step, active, playback, timed, shown: loaded });
  const next = nextStep(one, step.id);
  const part = step.kind === 'sequence' ? step : { start_s: null, end_s: null };
  return (
    <div className="wrap lti-page">
      <Button variant="quiet" icon={<ArrowLeft />} onClick={() => onOpen(null)}>
        {t('lti.task.back')}
      </Button>
      {step.task && <p className="lti-words">{step.task}</p>}
      <VisitMedium identifier={step.identifier!} part={part} title={step.title} onPlayback={setPlayback} reports={reports} />
      {step.work && <StepWork one={one} step={step} work={step.work} />}
      {next && (
        <Button variant={step.work?.state === 'completed' ? 'primary' : 'line'} icon={<ArrowRight />} onClick={() => onNext(next)}>
          {t('assignment.own.nextStep')}
        </Button>
      )}
    </div>
  );
}
