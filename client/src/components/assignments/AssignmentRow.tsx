import type { AssignmentLine } from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import { Circle, CircleCheck, CircleDot, ClipboardList, Hand, MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber, formatDateUnbroken } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { assignmentHref, resultsHref } from './assignment-href.ts';
import { isOver, formatDue } from './format-due.ts';
import '../../ui/list.css';
import '../lists/line.css';
import '../media/finder/small-cover.css';
import './assignments.css';

type Props = {
  line: AssignmentLine;
  heading?: 'h2' | 'h3';
  /** True to show the name of the class, in lists with assignments of several classes. */
  named?: boolean;
  actions?: ReactNode;
};

/** Shows an assignment in a list: due date, and progress of the class or the learner. */
export function AssignmentRow({ line, heading: Heading = 'h3', named = false, actions }: Props) {
  const { t, locale } = useT();
  const { id, title, state, due_at, visible_from, steps, own, sums } = line;
  const now = new Date();
  const open = state === 'active' && own?.state !== 'completed';
  return (
    <li className="cover-row assignment-row">
      <AssignmentCover cover={line.cover} />
      <div className="assignment-row-text">
        <Heading>
          <Link href={assignmentHref(line.class.id, id)}>{title}</Link>
        </Heading>
        <p className="line-facts">
          {state === 'scheduled' && visible_from !== null && visible_from > today(now) && (
            <span>{t('assignment.from', { date: formatDateUnbroken(visible_from, 'weekday', locale) })}</span>
          )}
          {due_at !== null && (
            <span className="assignment-due" data-over={(open && isOver(due_at, now)) || undefined}>
              {t(isOver(due_at, now) ? 'assignment.due.was' : 'assignment.due', { date: formatDue(t, locale, due_at, now) })}
            </span>
          )}
          {named && <span>{line.class.name}</span>}
          <span>{t('assignment.steps', { count: steps, number: formatNumber(steps, locale) })}</span>
        </p>
        {own && <OwnProgress own={own} steps={steps} over={open && isOver(due_at, now)} />}
        {sums && state !== 'draft' && (
          <ClassProgress sums={sums} to={resultsHref(line.class.id, { assignment: id, step: sums.help_step })} />
        )}
      </div>
      {actions && <div className="assignment-row-does">{actions}</div>}
    </li>
  );
}

export const AssignmentCover = ({ cover }: { cover: string | null }) => (
  <span className="small-cover" aria-hidden="true">
    {cover ? (
      <img src={cover} alt="" width="160" height="90" loading="lazy" />
    ) : (
      <span className="assignment-cover-none">
        <ClipboardList />
      </span>
    )}
  </span>
);

/** Shows the learner's own progress. If the learner is late, the text contains no reproach. */
function OwnProgress({ own, steps, over }: { own: NonNullable<AssignmentLine['own']>; steps: number; over: boolean }) {
  const { t } = useT();
  const Sign = { not_started: Circle, started: CircleDot, completed: CircleCheck }[own.state];
  const words =
    own.state === 'started'
      ? t('assignment.own.started', { completed: own.completed, steps })
      : t(own.state === 'completed' ? 'assignment.own.completed' : 'assignment.own.open');
  return (
    <p className="assignment-state" data-state={own.state}>
      <Sign className="i-16" aria-hidden="true" />
      {words}
      {own.state === 'started' && (
        <span className="assignment-bar" aria-hidden="true">
          <span data-part="completed" style={{ width: `${(own.completed / steps) * 100}%` }} />
        </span>
      )}
      {over && <span className="quiet">{t('assignment.late.pupil')}</span>}
      {own.unread > 0 && (
        <span className="assignment-feedback">
          <MessageSquareText className="i-16" aria-hidden="true" /> {t('assignment.feedback.new', { count: own.unread })}
        </span>
      )}
    </p>
  );
}

type SumsProps = {
  sums: Omit<NonNullable<AssignmentLine['sums']>, 'help_step'>;
  /** Address of the step for which learners need help. */ to?: string;
};

/** Shows the progress of the class as a bar with numbers. */
export function ClassProgress({ sums, to }: SumsProps) {
  const { t } = useT();
  const { learners, started, completed, needs_help: help } = sums;
  const share = (count: number): string => `${learners === 0 ? 0 : (count / learners) * 100}%`;
  return (
    <div className="assignment-sums">
      <span className="assignment-bar" aria-hidden="true">
        <span data-part="completed" style={{ width: share(completed) }} />
        <span data-part="started" style={{ width: share(started - completed) }} />
      </span>
      <span>{t('assignment.sums', { completed, count: learners })}</span>
      {help > 0 && (
        <span className="assignment-help">
          <Hand className="i-16" aria-hidden="true" />{' '}
          {to ? <Link href={to}>{t('assignment.sums.help', { count: help })}</Link> : t('assignment.sums.help', { count: help })}
        </span>
      )}
    </div>
  );
}
