import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import { ChartNoAxesColumn, ExternalLink, ListPlus, Lock, PencilLine, Plus, Send, SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateUnbroken } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { subjectOf } from '../../theme/subject-styles.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Note } from '../../ui/Note.tsx';
import { formatExcerptTimes } from '../media/describe-excerpt.ts';
import { SmallCover } from '../media/finder/SmallCover.tsx';
import { SubjectChip } from '../media/finder/SubjectChip.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { PageHeading } from '../page/PageHeading.tsx';
import type { Go } from '../page/screen.ts';
import { AssignmentMenu, useStateChange } from './AssignmentMenu.tsx';
import { assignmentHref, resultsHref } from './assignment-href.ts';
import { ClassProgress } from './AssignmentRow.tsx';
import { describeCompletion } from './describe-completion.ts';
import { isOver, formatDue } from './format-due.ts';
import '../lists/line.css';
import '../lists/row-state.css';
import '../media/licence-badge.css';
import './assignments.css';

type Props = { one: Assignment; crumb: ReactNode; go: Go };

/** Shows an assignment to a teacher: target, dates, steps and progress of the class. */
export function AssignmentPage({ one, crumb, go }: Props) {
  const { t, locale } = useT();
  const { send, busy } = useStateChange(one);
  const { id, title, state, can, due_at, visible_from, to, sums, attempts } = one;
  const now = new Date();
  const closedSteps = one.contents.filter(({ open }) => !open).length;
  const given = state !== 'draft';
  return (
    <div className="wrap assignment-page">
      {crumb}
      <header className="assignment-head">
        <div>
          <PageHeading title={`${title} · ${one.class.name}`}>{title}</PageHeading>
          <p className="line-facts">
            <span className={`row-state row-state-${state}`}>{t(`assignment.state.${state}`)}</span>
            {visible_from !== null && visible_from > today(now) && (
              <span>{t('assignment.from', { date: formatDateUnbroken(visible_from, 'long', locale) })}</span>
            )}
            {due_at !== null && (
              <span>{t(isOver(due_at, now) ? 'assignment.due.was' : 'assignment.due', { date: formatDue(t, locale, due_at, now) })}</span>
            )}
            <span>{to.names.length > 0 ? t('assignment.for', { names: to.names.join(', ') }) : t('assignment.to.class')}</span>
            {attempts !== null && <span>{t('assignment.attempts', { count: attempts })}</span>}
          </p>
        </div>
        <div className="assignment-does">
          {can.edit && (
            <ButtonLink variant="line" icon={<SquarePen />} href={assignmentHref(one.class.id, id, { edit: true })}>
              {t('assignment.edit')}
            </ButtonLink>
          )}
          {can.moves.includes('publish') && (
            <Button variant="primary" icon={<Send />} disabled={busy} onClick={() => send('publish')}>
              {t('assignment.move.publish')}
            </Button>
          )}
          {given && (
            <ButtonLink variant="primary" icon={<ChartNoAxesColumn />} href={resultsHref(one.class.id, { assignment: id })}>
              {t('class.tab.results')}
            </ButtonLink>
          )}
          <AssignmentMenu line={one} classOpen={can.edit || can.moves.length > 0} page go={go} />
        </div>
      </header>
      {closedSteps > 0 && (
        <Note tone="bad">
          <Lock /> {t('assignment.closedSteps', { count: closedSteps })}
        </Note>
      )}
      {state === 'draft' && <Note>{t(one.contents.length === 0 ? 'assignment.draft.empty' : 'assignment.draft.note')}</Note>}
      {one.instructions && <p className="assignment-words">{one.instructions}</p>}
      {given && sums && (
        <section className="assignment-so-far" aria-label={t('assignment.soFar')}>
          <ClassProgress sums={sums} to={resultsHref(one.class.id, { assignment: id, step: sums.help_step })} />
        </section>
      )}
      <section aria-labelledby="assignment-steps">
        <h2 id="assignment-steps">{t('assignment.section.steps')}</h2>
        {one.contents.length === 0 ? (
          <EmptyState icon={<ListPlus />} title={t('assignment.steps.none')} heading={(name) => <h3>{name}</h3>}>
            {can.edit && (
              <ButtonLink variant="primary" icon={<Plus />} href={assignmentHref(one.class.id, id, { edit: true })}>
                {t('assignment.step.add')}
              </ButtonLink>
            )}
          </EmptyState>
        ) : (
          <ol className="lines">
            {one.contents.map((step, i) => (
              <StepRow key={step.id} step={step} place={i + 1} />
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

function StepRow({ step, place }: { step: Step; place: number }) {
  const { t } = useT();
  const { kind, item, title, task, url, start_s, end_s } = step;
  const part = kind === 'sequence' && start_s !== null && end_s !== null ? formatExcerptTimes({ start_s, end_s }) : null;
  return (
    <li className="step-row" data-subject={item ? subjectOf(item.fn_geb)?.key : undefined}>
      <span className="step-place num" aria-hidden="true">
        {place}
      </span>
      <StepPicture step={step} />
      <div className="step-text">
        <h3>
          {item && step.identifier ? (
            <Link
              href={`${href('media', { id: step.identifier })}${part ? `?${new URLSearchParams({ t: String(start_s), e: String(end_s) })}` : ''}`}
            >
              {title}
            </Link>
          ) : url ? (
            <a href={url} target="_blank" rel="noopener noreferrer external">
              {title}
              <span className="sr"> ({t('list.item.opensNew')})</span>
            </a>
          ) : (
            title
          )}
        </h3>
        {part && <p className="quiet small">{t('excerpts.of', { title: item?.display.title ?? '', times: part })}</p>}
        <p className="line-facts">
          <SubjectChip codes={item?.fn_geb ?? []} />
          <span>{describeCompletion(t, step.completion, { viewer: item?.viewer, pass: step.pass_percent })}</span>
        </p>
        {task && <p className="line-words">{task}</p>}
        {!step.open && (
          <p className="state warn">
            <Lock className="i-16" /> {t('assignment.step.closed')}
          </p>
        )}
      </div>
    </li>
  );
}

/** Shows the cover of the step's medium, or an icon if the step is a link or a text. */
export function StepPicture({ step: { kind, item } }: { step: Pick<Step, 'kind' | 'item'> }) {
  if (kind !== 'external' && kind !== 'text') return <SmallCover item={item} length={kind !== 'sequence'} />;
  return (
    <span className="step-sign" aria-hidden="true">
      {kind === 'external' ? <ExternalLink /> : <PencilLine />}
    </span>
  );
}
