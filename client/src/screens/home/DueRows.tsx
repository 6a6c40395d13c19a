import type { AssignmentLine } from '@fundus/contract/assignments/assignments';
import { ChevronRight, Hand } from 'lucide-react';
import { resultsHref } from '../../components/assignments/assignment-href.ts';
import { AssignmentCover, AssignmentRow } from '../../components/assignments/AssignmentRow.tsx';
import { isOver, formatDue } from '../../components/assignments/format-due.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { Row } from './Row.tsx';
import '../../components/assignments/assignments.css';
import './home-screen.css';
import './today.css';

/** Maximum number of assignments shown. */
const MAX = 6;

const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0');

/** Shows a learner's open assignments, ordered by due date. */
export function DueRow({ lines }: { lines: readonly AssignmentLine[] }) {
  const { t } = useT();
  const open = lines.filter(({ own }) => own?.state !== 'completed').slice(0, MAX);
  if (open.length === 0) return null;
  return (
    <Row id="due" title={t('home.due.pupil')}>
      <ul className="lines home-lines home-due-lines">
        {open.map((line) => (
          <AssignmentRow key={line.id} line={line} named />
        ))}
      </ul>
    </Row>
  );
}

/** Shows the due assignments of the teacher's classes, with their progress and links to the results. */
export function DueLines({ lines }: { lines: readonly AssignmentLine[] }) {
  const { t, locale } = useT();
  const now = new Date();
  return (
    <ul className="lines home-lines">
      {lines.slice(0, MAX).map((line) => {
        const { id, title, due_at, cover, sums } = line;
        const when =
          due_at && t(isOver(due_at, now) ? 'assignment.due.was' : 'assignment.due', { date: formatDue(t, locale, due_at, now) });
        return (
          <li key={id}>
            <Link className="item" href={resultsHref(line.class.id, { assignment: id, step: sums?.help_step ?? null })}>
              <AssignmentCover cover={cover} />
              <span>
                <h4>{title}</h4>
                <span className="quiet small">
                  {joinFacts([
                    line.class.name,
                    when,
                    sums && unbroken(t('assignment.sums', { completed: sums.completed, count: sums.learners })),
                  ])}
                </span>
                {sums && sums.needs_help > 0 && (
                  <span className="assignment-sums">
                    <span className="assignment-help">
                      <Hand className="i-16" aria-hidden="true" /> {t('assignment.sums.help', { count: sums.needs_help })}
                    </span>
                  </span>
                )}
              </span>
              <ChevronRight />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
