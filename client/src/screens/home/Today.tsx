import type { AssignmentLine } from '@fundus/contract/assignments/assignments';
import { shiftDay } from '@fundus/contract/days';
import type { ClassLine } from '@fundus/contract/classes/classes';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { href } from '@fundus/contract/screens';
import { ChevronRight, Users } from 'lucide-react';
import { TodoList, type Todo } from '../../components/page/TodoList.tsx';
import { formatNumber, formatWhole } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { DueLines } from './DueRows.tsx';
import { PlannedLine } from './ListRows.tsx';
import { LoanLines } from './LoanLines.tsx';
import { Row } from './Row.tsx';
import type { Planned } from './use-lists.ts';
import type { DueLoan } from './use-loans.tsx';
import './home-screen.css';

/** Number of days before the end of a medium from which it is shown. */
const SOON = 7;
/** Maximum length of a class name in the icon: "8b", "7.2". */
const SHORT = 4;

type Taught = { line: ClassLine; media: readonly ClassMedium[] };

/** Shows the tasks of the day: administration, planned lessons, loans, due assignments, and the last classes. `day`: today. */
export function Today({
  todo,
  due,
  planned,
  loans,
  taught,
  day,
}: {
  todo: readonly Todo[];
  due: readonly AssignmentLine[];
  planned: readonly Planned[];
  loans: readonly DueLoan[];
  taught: readonly Taught[];
  day: string;
}) {
  const { t } = useT();
  if (todo.length + due.length + planned.length + loans.length + taught.length === 0) return null;
  return (
    <Row id="today" title={t('home.today')}>
      {todo.length > 0 && <TodoList items={todo} />}
      {planned.length > 0 && (
        <ul className="lines home-lines">
          {planned.map((one) => (
            <PlannedLine key={one.line.id} {...one} day={day} />
          ))}
        </ul>
      )}
      {loans.length > 0 && <LoanLines loans={loans} />}
      {due.length > 0 && <DueLines lines={due} />}
      {taught.length > 0 && (
        <ul className="lines home-lines">
          {taught.map((one) => (
            <TaughtLine key={one.line.id} {...one} day={day} />
          ))}
        </ul>
      )}
    </Row>
  );
}

/** Returns media that end soon, the first to end first. */
const ending = (media: readonly ClassMedium[], day: string) =>
  media
    .flatMap(({ title, excerpt, visible_until: until, state }) =>
      state === 'shown' && until !== null ? [{ title: excerpt?.title ?? title, until }] : [],
    )
    .filter(({ until }) => until >= day && until <= shiftDay(day, SOON))
    .sort((a, b) => a.until.localeCompare(b.until));

function TaughtLine({ line, media, day }: Taught & { day: string }) {
  const { t, locale } = useT();
  const [next] = ending(media, day);
  const facts = [
    line.applied > 0 && t('home.today.applied', { count: line.applied }),
    next && t('home.today.ends', { title: next.title, date: formatWhole(next.until, 'weekday', locale) }),
  ].filter(Boolean);
  return (
    <li>
      <Link className="item" href={href('class', { id: line.id })}>
        <span className="item-sign" data-subject={line.subject ? mainSubject([line.subject]).key : undefined} aria-hidden="true">
          {line.name.length <= SHORT ? line.name : <Users />}
        </span>
        <span>
          <h3>{line.name}</h3>
          <span className="quiet small">
            {facts.length > 0
              ? facts.join('\u00a0· ')
              : `${t('classes.learners', { count: line.learners, number: formatNumber(line.learners, locale) })} · ${t('classes.media', { count: line.media, number: formatNumber(line.media, locale) })}`}
          </span>
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
