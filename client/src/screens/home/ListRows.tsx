import { today } from '@fundus/contract/days';
import type { ListLine } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import { ChevronRight, CircleAlert, CircleCheck } from 'lucide-react';
import { aboutList, formatPlannedDay } from '../../components/medialists/about-list.ts';
import { listHref } from '../../components/medialists/list-href.ts';
import { ListCover } from '../../components/medialists/ListRow.tsx';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { MAX_LINES, Row } from './Row.tsx';
import type { PlannedList } from './use-lists.ts';
import '../../components/media/licence-badge.css';
import './home-screen.css';

type Props = { kind: 'released' | 'mine' | 'editorial'; lines: readonly ListLine[] };

/** Shows media lists: released to a learner, the user's own, or recommended by a district. */
export function ListsRow({ kind, lines }: Props) {
  const { t, locale } = useT();
  if (lines.length === 0) return null;
  return (
    <Row
      id={`lists-${kind}`}
      title={t(`lists.home.${kind}`)}
      more={{ href: href('medialist', { id: kind }), label: t(`lists.home.${kind}.all`) }}
    >
      <ul className="lines home-lines">
        {lines.slice(0, MAX_LINES).map((line) => {
          const planned = kind === 'mine' ? line : { ...line, planned_for: null };
          return (
            <li key={line.id} className="item">
              <ListCover cover={line.cover} />
              <div>
                <h3>
                  <Link href={listHref(line.id)}>{line.title}</Link>
                </h3>
                <p className="quiet small">
                  {joinFacts(aboutList(planned, t, locale, { pupil: kind === 'released', day: today(new Date()) }))}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Row>
  );
}

/** Shows a lesson that is planned for today or tomorrow, and the result of its check. */
export function PlannedLine({ line, check, day }: PlannedList & { day: string }) {
  const { t, locale } = useT();
  const problems = check?.problems ?? [];
  const titles = [...new Set(problems.map(({ title }) => title))].join(', ');
  return (
    <li>
      <Link className="item" href={listHref(line.id)}>
        <ListCover cover={line.cover} />
        <span>
          <h4>{line.title}</h4>
          <span className="quiet small">{formatPlannedDay(t, locale, line.planned_for ?? day, day)}</span>
          {check && (
            <span className={problems.length > 0 ? 'state warn' : 'state good'}>
              {problems.length > 0 ? <CircleAlert className="i-16" /> : <CircleCheck className="i-16" />}
              {check.checked === 0
                ? t('lists.home.empty')
                : problems.length > 0
                  ? t('lists.home.bad', { count: problems.length, titles })
                  : t('lists.home.good')}
            </span>
          )}
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
