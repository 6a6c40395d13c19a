import { assignments, type Assignment, type Step } from '@fundus/contract/assignments/assignments';
import { classes } from '@fundus/contract/classes/classes';
import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, Check, ExternalLink, Lock, PartyPopper, Play } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { subjectOf } from '../../theme/subject-styles.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Note } from '../../ui/Note.tsx';
import { formatExcerptTimes } from '../media/describe-excerpt.ts';
import { PageHeading } from '../page/PageHeading.tsx';
import { stepHref } from './assignment-href.ts';
import { StepPicture } from './AssignmentPage.tsx';
import { isTimed } from './form/form-values.ts';
import { hasPage, stepAnchor } from './next-step.ts';
import { isOver, formatDue } from './format-due.ts';
import { StepWork } from './StepWork.tsx';
import { useScrollToTarget } from './use-arrival.ts';
import { useReport } from './use-report.ts';
import '../../ui/button.css';
import '../lists/line.css';
import '../media/licence-badge.css';
import './assignments.css';
import './own-assignment.css';

type Props = {
  one: Assignment;
  crumb: ReactNode;
  /** Opens a step on the same page. Without this callback, steps link to their own pages. */
  onOpen?: (stepId: string) => void;
  /** Step to show first. Defaults to the step in the address. */
  at?: string | null;
};

/** Shows an assignment to a learner: steps, progress, and the next step. */
export function OwnAssignment({ one, crumb, onOpen, at }: Props) {
  const { t, locale } = useT();
  const { title, due_at, state, contents } = one;
  const own = one.own!;
  const now = new Date();
  const done = own.state === 'completed';
  useSeenFeedback(one);
  const [first] = useState(() => (at ? stepAnchor(at) : location.hash.slice(1) || null));
  useScrollToTarget(first);
  const next = contents.find(({ work, open }) => open && work?.state !== 'completed');
  return (
    <div className="wrap assignment-page own-assignment">
      {crumb}
      <header>
        <PageHeading title={`${title} · ${one.class.name}`}>{title}</PageHeading>
        <p className="line-facts">
          {due_at !== null && (
            <span className="assignment-due" data-over={(!done && isOver(due_at, now)) || undefined}>
              {t(isOver(due_at, now) ? 'assignment.due.was' : 'assignment.due', { date: formatDue(t, locale, due_at, now) })}
            </span>
          )}
          <span>{t('assignment.own.of', { completed: own.completed, count: contents.length })}</span>
        </p>
        <progress
          className="own-assignment-bar"
          max={contents.length}
          value={own.completed}
          aria-label={t('assignment.own.of', { completed: own.completed, count: contents.length })}
        />
      </header>
      {!done && state === 'active' && isOver(due_at, now) && <Note>{t('assignment.late.note')}</Note>}
      {state === 'closed' && <Note>{t('assignment.closed.pupil')}</Note>}
      {done && (
        <Note role="status">
          <PartyPopper /> {t(own.late ? 'assignment.own.done.late' : 'assignment.own.done')}
        </Note>
      )}
      {one.instructions && <p className="assignment-words">{one.instructions}</p>}
      <ol className="own-steps">
        {contents.map((step, i) => (
          <OwnStep key={step.id} one={one} step={step} place={i + 1} onOpen={onOpen} />
        ))}
      </ol>
      {one.can.work && next && <NextStep one={one} step={next} begun={own.state !== 'not_started'} onOpen={onOpen} />}
    </div>
  );
}

/** Marks the feedback on an assignment as read on the server. The unread markers stay visible until the assignment is opened again. */
function useSeenFeedback({ id, own }: Assignment): void {
  const { user } = useSession();
  const client = useQueryClient();
  const unread = (own?.unread ?? 0) > 0 && user !== false;
  useEffect(() => {
    if (!unread) return;
    void call(assignments.seenFeedback, { params: { id } }).then(
      () => {
        for (const read of [assignments.list, assignments.own, classes.list]) void client.invalidateQueries({ queryKey: keyOf(read) });
      },
      () => undefined,
    );
  }, [unread, id, client]);
}

/** Shows a link to the next step in the bottom bar. */
type StepProps = { one: Assignment; step: Step; onOpen: Props['onOpen'] };

function NextStep({ one, step, begun, onOpen }: StepProps & { begun: boolean }) {
  const { t } = useT();
  const to = hasPage(step) ? stepHref(one.class.id, one.id, step) : `#${stepAnchor(step.id)}`;
  const icon = isTimed(step.item ?? undefined) ? <Play className="full" /> : <BookOpen />;
  const words = t(begun ? 'assignment.own.next' : 'assignment.own.begin', { title: step.title });
  return (
    <div className="own-assignment-next">
      {onOpen && step.identifier !== null ? (
        <Button variant="primary" wide wrap icon={icon} onClick={() => onOpen(step.id)}>
          {words}
        </Button>
      ) : (
        <ButtonLink variant="primary" wide wrap icon={icon} href={to}>
          {words}
        </ButtonLink>
      )}
    </div>
  );
}

function OwnStep({ one, step, place, onOpen }: StepProps & { place: number }) {
  const { t } = useT();
  const report = useReport(one.id, step.id);
  const { kind, item, title, task, url, start_s, end_s } = step;
  const work = step.work!;
  const done = work.state === 'completed';
  const part = kind === 'sequence' && start_s !== null && end_s !== null ? formatExcerptTimes({ start_s, end_s }) : null;
  const opens = step.identifier !== null && item !== null && step.open;
  const to = opens ? stepHref(one.class.id, one.id, step) : '';
  const icon = isTimed(item ?? undefined) ? <Play className="full" /> : <BookOpen />;
  const action = t(isTimed(item ?? undefined) ? 'assignment.own.watch' : 'assignment.own.open.action');
  return (
    <li
      className="own-step"
      id={stepAnchor(step.id)}
      tabIndex={-1}
      data-state={work.state}
      data-subject={item ? subjectOf(item.fn_geb)?.key : undefined}
    >
      <span className="own-step-place num" aria-hidden="true">
        {done ? <Check /> : place}
      </span>
      <div className="own-step-body">
        <div className="own-step-head">
          {kind !== 'text' && <StepPicture step={step} />}
          <div>
            <h2>
              <span className="sr">{t(done ? 'assignment.own.step.done' : 'assignment.own.step', { place })}</span>{' '}
              {opens && !onOpen ? <Link href={to}>{title}</Link> : title}
            </h2>
            {part && <p className="quiet small">{t('assignment.own.part', { times: part })}</p>}
          </div>
        </div>
        {task && <p className="own-step-task">{task}</p>}
        {!step.open && (
          <p className="state warn">
            <Lock className="i-16" /> {t('assignment.step.closed.pupil')}
          </p>
        )}
        <StepWork one={one} step={step} work={work}>
          {opens && onOpen && (
            <Button variant="line" icon={icon} aria-label={`${action}: ${title}`} onClick={() => onOpen(step.id)}>
              {action}
            </Button>
          )}
          {opens && !onOpen && (
            <ButtonLink variant="line" icon={icon} href={to} aria-label={`${action}: ${title}`}>
              {action}
            </ButtonLink>
          )}
          {step.open && url && (
            <a
              className="btn btn-line"
              href={url}
              target="_blank"
              rel="noopener noreferrer external"
              onClick={() => one.can.work && void report({ event: 'open' }).catch(() => undefined)}
            >
              <ExternalLink />
              {t('assignment.own.link')}
              <span className="sr"> ({t('list.item.opensNew')})</span>
            </a>
          )}
        </StepWork>
      </div>
    </li>
  );
}
